import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { dayFromToday, record } from "./audit-world.ts";
import { inFrontOf, type Place, place, runCli } from "./harness.ts";
import { LOCK, PRINTED } from "./printed-documents.ts";

/** Every text of the world names one of these cars: QX12300 to QX12399, in any spelling. */
const PLATE = /Q[^\p{L}\p{N}]{0,3}X[^\p{L}\p{N}]{0,3}1[^\p{L}\p{N}]{0,3}2[^\p{L}\p{N}]{0,3}3/iu;
const FORMATS = ["text", "json", "csv", "ndjson", "markdown", "html", "diff", "gitlab"];
const PROBLEM_FORMATS = ["junit", "sarif", "code-quality", "github"];

/** Documents that hold no text of people, lists or servers here. */
const WITHOUT_PLATES = new Set([
  "init",
  "fmt",
  "doctor",
  "state",
  "state-copy",
  "adoption",
  "unlocked",
  "error",
  "acknowledge",
]);

/** What stands in the commands in place of texts that name no plate of this world. */
const OPERANDS: readonly (readonly [string, string])[] = [
  ["AB12345", "QX12302"],
  ["EF5", "QX12363"],
  ["bo@", "qx12364@"],
  ["--reason sold", "--reason QX12365"],
  ["billing report", "billing report --by car"],
];

const RECORD = record(1, "QX12320");
const UNDESIRED = {
  ...record(2, "qx-123 02"),
  costCenter: "QX12321",
  currency: { ...RECORD.currency, displayName: "qx 12322", symbol: "QX12323" },
  parking: {
    ...RECORD.parking,
    licensePlate: "qx-123 02",
    areaName: "behind QX12324",
    areaCity: "QX-12325",
    operatorName: "The operator of QX12326",
    operatorVatNumber: "QX12327",
    note: "instead of QX12328",
  },
  user: { id: "81", firstName: "QX12329", lastName: "of QX 123 30", phoneNumber: "QX12331" },
};
const USER = {
  id: "81",
  status: "CLOSED",
  cars: ["QX12302"],
  firstName: "Eve QX12332",
  lastName: "QX12333",
  email: "qx12334@example.com",
  phoneNumber: "+4670000001",
  costCenter: "QX12335",
  address: { city: "QX12336", street: "Storgatan QX12337", postalCode: "QX123 38", co: "QX12339" },
} as const;
const WORLD = {
  mode: "billing-account",
  behaviour: { rejections: [{ plates: "QX12304", error: "qx-123 40 is parked, and so is QX12341" }] },
  start: {
    fleet: ["QX12342"],
    accounts: [
      {
        baId: "4711",
        name: "The account of qx-12343",
        cars: ["QX12302", "QX12344", "QX12345", "qx 12345", "?QX 123 46?", "QX12347", "QX12304X"],
        users: [USER],
        billing: [RECORD, UNDESIRED, record(3, "moved from QX12348")],
      },
    ],
  },
} as const;
const FLEET = `version: 1
mode: billing-account
policy:
  protect: { plates: ["QX12347*"] }
  maxDeletes: { percent: 100 }
  accept:
    - { warning: two-spellings, licenseNumber: QX12345, reason: the same as QX12349 }
accounts:
  - baId: 4711
    name: Leased with QX12350
    cars:
      - { licenseNumber: QX12302, note: replaces qx-12351, validUntil: ${dayFromToday(4)} }
      - QX12304
      - "qx 123 04"
      - QX1Z304
    carsFrom:
      - { file: lists/QX12352.csv, column: plate }
    absent:
      - { licenseNumber: QX12344, reason: sold to QX12353 }
`;

async function world(env: Readonly<Record<string, string>> = {}): Promise<Place> {
  const here = await place(WORLD, { PLATECTL_PLATES: "masked", ...env });
  here.write("fleet.yaml", FLEET);
  here.write("lists/QX12352.csv", "plate\nQX12354\nqx 12354\n");
  here.write("list.csv", "plate,of QX\nQX12355,1\n");
  const AUTHOR = { GIT_AUTHOR_NAME: "QX12356", GIT_AUTHOR_EMAIL: "QX12357@example.com" };
  const env2 = { ...here.env, ...AUTHOR, GIT_COMMITTER_NAME: "QX12358", GIT_COMMITTER_EMAIL: "a@example.com" };
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "."],
    ["commit", "-qm", "sell qx-123 59, buy QX12302"],
  ])
    execFileSync("git", args, { cwd: here.folder, env: env2, stdio: "pipe" });
  return here;
}

/** Where a plate is shown, with the command that shows it. */
function plateIn(command: readonly string[], output: string): string | undefined {
  const plain = output.replace(/\\u([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const line = plain.split("\n").find((one) => PLATE.test(one));
  return line && `${command.join(" ")}: ${line.trim()}`;
}

/** Runs every command that prints a document; gives each place where a plate is shown, with the document's name. */
async function shownIn(here: Place, format: string): Promise<readonly (readonly [name: string, shown: string])[]> {
  const found: (readonly [string, string])[] = [];
  for (const [name, line] of PRINTED) {
    if (name === "unlocked") here.write(".platectl/state.jsonl.lock", LOCK);
    const words = OPERANDS.reduce((text: string, [one, other]) => text.replaceAll(one, other), line).split(" ");
    const form = format === "json" ? ["--json"] : ["--format", format];
    const formed = await here.run(...words, ...form);
    // Of a format that it does not have, the command says so; it is to do its work all the same.
    const ended = /unknown option|is invalid/.test(formed.stderr) ? await here.run(...words) : formed;
    for (const { stdout, stderr } of new Set([formed, ended])) {
      const shown = plateIn([...words, ...form], stdout + stderr);
      if (shown !== undefined) found.push([name, shown]);
    }
  }
  return found;
}

describe("documents with masked plates (S27)", () => {
  it.each([...FORMATS, ...PROBLEM_FORMATS])(
    "no command shows a plate of any text in a document as %s",
    async (format) => {
      expect(await shownIn(await world(), format)).toEqual([]);
    },
  );

  it.each(["text", "json", "markdown", "csv"])(
    "no command shows what a server says of its trouble, as %s",
    async (format) => {
      const here = await world();
      const problem = { title: "No place for QX12360", detail: "see qx-123 61", traceId: "QX12362" };
      const url = await inFrontOf(here.sandbox.url, ({ url: path = "" }, response) => {
        if (path.startsWith("/auth/") || path.startsWith("/api/billing-accounts?")) return undefined;
        response.writeHead(422, { "content-type": "application/problem+json" }).end(JSON.stringify(problem));
        return "taken";
      });
      const found = await shownIn(
        { ...here, run: (...args) => runCli(args, here.folder, { ...here.env, PLATECTL_BASE_URL: url }) },
        format,
      );
      expect(found).toEqual([]);
    },
  );

  it("the same world shows plates in all documents that can hold one, where they are not masked", async () => {
    const found = await shownIn(await world({ PLATECTL_PLATES: "full" }), "json");
    expect([...new Set(found.map(([name]) => name))]).toEqual(
      [...new Set(PRINTED.map(([name]) => name))].filter((name) => !WITHOUT_PLATES.has(name)),
    );
  });
});
