import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commit, git, type Place, place } from "./harness.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/start.md"), "utf8");
const ON_THE_LIST = ["AB12345", "CD23456", "RET4401"];
const WANTED = "plate\nAB12345\nCD23456\nNEW2001\n";
const LISTED = `plate\n${ON_THE_LIST.join("\n")}\n`;
const NOT_SHOWN = {
  accountCars: 404,
  duplicateAdd: "failure",
  absentDelete: "failure",
  featuresRequired: true,
} as const;

type Step =
  | { readonly kind: "file"; readonly text: string }
  | { readonly kind: "command"; readonly line: string; readonly output: readonly string[]; readonly exit: number };

/** What a reader of a section does, in order: appends blocks to fleet.yaml, and runs commands. */
function stepsOf(heading: string): Step[] {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, language, text = ""]): Step[] =>
    language === "yaml" ? [{ kind: "file", text }] : text.split(/^\$ /m).slice(1).map(command),
  );
}

function command(text: string): Step {
  const [line = "", ...output] = text.trimEnd().split("\n");
  const exit = Number(/^\[exit (\d+)\]$/.exec(output.at(-1) ?? "")?.[1] ?? 0);
  const shown = output.filter((row) => !/^\[exit \d+\]$/.test(row)).join("\n");
  return { kind: "command", line, exit, output: shown.split(/^…$/m).map((piece) => piece.trim()) };
}

async function follow(here: Place, heading: string): Promise<void> {
  const steps = stepsOf(heading);
  expect(steps.length).toBeGreaterThan(1);
  for (const step of steps) {
    if (step.kind === "file") here.write("fleet.yaml", `${here.read("fleet.yaml")}${step.text}`);
    else {
      const [program, ...args] = step.line.replace(/ +#.*$/, "").split(/ +/);
      expect(program).toBe("platectl");
      const ended = await here.run(...args);
      const printed = `${ended.stderr}${ended.stdout}`.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:8080");
      for (const piece of step.output)
        expect({ line: step.line, printed }).toMatchObject({ printed: expect.stringContaining(piece) });
      expect({ line: step.line, code: ended.code }).toEqual({ line: step.line, code: step.exit });
    }
  }
}

const onAccount = (behaviour = {}) =>
  place({
    mode: "billing-account",
    start: { accounts: [{ baId: "4711", name: "Acme Denmark", cars: ON_THE_LIST }] },
    behaviour,
  });
const listOf = (here: Place) => [...here.sandbox.model.plates("account:4711")].sort();

it("the commands of docs/start.md work for a list that the server shows", async () => {
  const here = await onAccount();
  await follow(here, "The server shows the list");
  expect(listOf(here)).toEqual(ON_THE_LIST);
});

it("the commands of docs/start.md work for a list that it does not show, and somebody knows", async () => {
  const here = await onAccount(NOT_SHOWN);
  here.write("cars.csv", WANTED);
  here.write("portal.csv", LISTED);
  await follow(here, "The server does not show it, and you know what is on it");
  expect(listOf(here)).toEqual(["AB12345", "CD23456", "NEW2001"]);
});

it("the commands of docs/start.md work for a list that nobody knows", async () => {
  const here = await onAccount(NOT_SHOWN);
  here.write("cars.csv", WANTED);
  await follow(here, "The server does not show it, and nobody knows");
  expect(here.read("answers.json")).toContain("License number is already on the list");
  expect(listOf(here)).toEqual(["AB12345", "CD23456", "NEW2001"]);
});

it("the commands of docs/start.md work for a state that is lost", async () => {
  const here = await onAccount(NOT_SHOWN);
  const fleet = (plates: string) =>
    `version: 1\nmode: billing-account\naccounts:\n  - { baId: 4711, cars: [${plates}] }\n`;
  git(here, "init", "-q", "-b", "main");
  for (const plates of [ON_THE_LIST.join(", "), "AB12345, CD23456"]) {
    here.write("fleet.yaml", fleet(plates));
    commit(here, plates);
  }
  await follow(here, "The state is lost");
  expect(listOf(here)).toEqual(["AB12345", "CD23456"]);
});
