import { describe, expect, it } from "vitest";
import { dataFile } from "../data-file.ts";
import { rowsFrom } from "../properties.ts";
import { dayFromToday } from "./audit-world.ts";
import { inFrontOf, type Place, runCli } from "./harness.ts";
import { plateIn, world } from "./masked-world.ts";
import { LOCK, PRINTED } from "./printed-documents.ts";

const FORMATS = ["json", "csv", "ndjson", "markdown", "text", "html", "diff", "gitlab"];
const PROBLEM_FORMATS = ["junit", "sarif", "code-quality", "github"];

/** Documents that hold no text of people, lists or servers here. */
const WITHOUT_PLATES = ["init", "fmt", "doctor", "state", "state-copy", "adoption", "unlocked", "error", "acknowledge"];

/** What stands in the commands in place of texts that name no plate of this world. */
const OPERANDS: readonly (readonly [string, string])[] = [
  ["AB12345", "QX12302"],
  ["EF5", "QX12363"],
  ["bo@", "qx12364@"],
  ["billing report", `billing report --by car --from ${dayFromToday(-40)} --to ${dayFromToday(0)} --invoice 10:DKK`],
];

const {
  sayings: SAYINGS,
  answers: ANSWERS,
  asking: ASKING,
}: Readonly<{
  sayings: readonly string[];
  answers: readonly (readonly [status: number, type: string, body: string])[];
  asking: readonly string[];
}> = dataFile("cli/masked-documents.yaml");

const REQUESTS = {
  login: (path: string) => path.startsWith("/auth/"),
  reading: (path: string, method: string) => method === "GET" && !path.startsWith("/api/billing-accounts?"),
  writing: (path: string, method: string) => method !== "GET" && !path.startsWith("/auth/"),
};
/** Runs a command, in a format where one is named; gives its first output, and the first line that shows a plate. */
async function shownBy({ run }: Pick<Place, "run">, line: string, format?: string) {
  const words = line.split(" ");
  const formed = format === undefined ? [] : format === "json" ? ["--json"] : ["--format", format];
  const first = await run(...words, ...formed);
  // Of a format that it does not have, the command says so; it is to do its work all the same.
  const hasFormat = formed.length === 0 || !/unknown option|is invalid/.test(first.stderr);
  const ended = hasFormat ? [first] : [first, await run(...words)];
  const shown = ended.map(({ stdout, stderr }) => plateIn(stdout + stderr)).find((one) => one !== undefined);
  return { stdout: first.stdout, shown };
}

function commandOf(line: string): string {
  return OPERANDS.reduce((text, [one, other]) => text.replaceAll(one, other), line);
}

/** Runs every command that prints a document; gives its name, what it printed, and a line that shows a plate. */
async function documentsIn(here: Place, format: string) {
  const all: (Awaited<ReturnType<typeof shownBy>> & { readonly name: string })[] = [];
  for (const [name, line] of PRINTED) {
    if (name === "unlocked") here.write(".platectl/state.jsonl.lock", LOCK);
    all.push({ name, ...(await shownBy(here, commandOf(line), format)) });
  }
  return { all, shown: all.flatMap(({ name, shown }) => (shown === undefined ? [] : [[name, shown]])) };
}

async function sayings(here: Place): Promise<readonly (readonly [line: string, shown: string])[]> {
  const found: (readonly [string, string])[] = [];
  for (const line of SAYINGS) {
    const { shown } = await shownBy(here, line);
    if (shown !== undefined) found.push([line, shown]);
  }
  return found;
}

describe("hidden plates (S27)", () => {
  it.each(rowsFrom([...FORMATS, ...PROBLEM_FORMATS], 3))(
    "no command shows a plate of any text as %s, and each document is printed whole",
    async (format) => {
      const { all, shown } = await documentsIn(await world("masked"), format);
      expect(shown).toEqual([]);
      if (format !== "json") return;
      const kinds = all.map(({ stdout }) => /^ {2}"kind": "platectl\/(.*)"/m.exec(stdout)?.[1]);
      expect(kinds).toEqual(PRINTED.map(([name]) => name));
      expect(all.find(({ name }) => name === "spending")?.stdout).toMatch(
        /"invoiced": "10(?:.00)?",\n *"billed": "[0-9.]+",\n *"difference": "-?[0-9.]+"/,
      );
      expect((await documentsIn(await world("hashed"), format)).shown).toEqual([]);
    },
  );

  it.each(rowsFrom(["json", "text"], 1))(
    "the same world has plates in every document that can hold one, as %s",
    async (format) => {
      const { shown } = await documentsIn(await world("full"), format);
      const names = [...new Set<string>(PRINTED.map(([name]) => name))];
      expect([...new Set(shown.map(([name]) => name))]).toEqual(names.filter((name) => !WITHOUT_PLATES.includes(name)));
    },
  );

  it("no message shows a plate, whatever is wrong, and each of them would", async () => {
    expect(await sayings(await world("masked"))).toEqual([]);
    expect((await sayings(await world("full"))).map(([line]) => line)).toEqual(SAYINGS);
  });

  it.each(Object.entries(REQUESTS))("no command shows what a server answers to a %s instead", async (_, isAnswered) => {
    for (const [status, type, body] of rowsFrom(ANSWERS, 2)) {
      const here = await world("masked");
      const url = await inFrontOf(here.sandbox.url, ({ url: path = "", method = "" }, response) => {
        if (!isAnswered(path, method)) return undefined;
        const headers = {
          "content-type": type,
          location: "/QX12390",
          "retry-after": "QX12391",
          "x-trace-id": "QX12392",
        };
        response.writeHead(status, headers).end(body);
        return "taken";
      });
      const run: Place["run"] = (...args) => runCli(args, here.folder, { ...here.env, PLATECTL_BASE_URL: url });
      for (const line of ASKING)
        expect({ body, line, ...(await shownBy({ run }, line)) }).toMatchObject({ shown: undefined });
    }
  });
});
