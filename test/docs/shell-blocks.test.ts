import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { type Place, place, withPlatectl } from "../cli/harness.ts";
import { bash } from "../processes.ts";
import { callsIn, commandsOf, refusalOf, unknownIn } from "./commands-in-text.ts";
import { type Block, blocksOf, PAGES, proseOf, readPage } from "./pages.ts";
import { NOT_RUN, SCENARIOS, type Scenario } from "./scenarios.ts";

interface ShellBlock extends Block {
  readonly page: string;
  readonly commands: readonly string[];
}

const SHELLS = ["sh", "console", "powershell"];
const shellBlocks = PAGES.flatMap((page): ShellBlock[] =>
  blocksOf(readPage(page))
    .filter(({ language, text }) => SHELLS.includes(language) || (language === "" && /^(?:\$ )?platectl /m.test(text)))
    .map((block) => ({ ...block, page, commands: commandsOf(block.text) })),
);

/** The entries of a list that speak of a block: those with the longest start. */
function entryFor<Entry extends { readonly page: string; readonly first: string }>(
  entries: readonly Entry[],
  { page, commands }: ShellBlock,
): Entry | undefined {
  const fitting = entries.filter((entry) => entry.page === page && commands[0]?.startsWith(entry.first));
  return fitting.sort((left, right) => right.first.length - left.first.length)[0];
}

const entries = [...SCENARIOS, ...NOT_RUN];
const running = SCENARIOS.map((scenario) => {
  const blocks = shellBlocks.filter((block) => entryFor(entries, block) === scenario);
  return { title: `${scenario.page}:${blocks[0]?.line}`, blocks, scenario };
});

it("the program takes every call of platectl in every shell block", async () => {
  const calls = shellBlocks.flatMap(({ commands }) => commands).flatMap(callsIn);
  expect(calls.length).toBeGreaterThan(60);
  const refusals = await Promise.all(calls.map(refusalOf));
  expect(refusals.filter((one) => one !== undefined)).toEqual([]);
});

it("the program has every command and option that a sentence of the pages names", async () => {
  const named = PAGES.flatMap((page) =>
    [...proseOf(readPage(page)).matchAll(/`(platectl [^`]+)`/g)].flatMap(([, text = ""]) =>
      callsIn(text.replaceAll("\n", " ")).map(async (call) =>
        (await unknownIn(call)).map((flaw) => `${page}: ${flaw}`),
      ),
    ),
  );
  expect((await Promise.all(named)).flat()).toEqual([]);
});

it("every shell block runs, or is listed with the reason why not", () => {
  const unlisted = shellBlocks.filter((block) => entryFor(entries, block) === undefined);
  expect(unlisted.map(({ page, line, commands }) => `${page}:${line} ${commands[0]}`)).toEqual([]);
  const used = new Set(shellBlocks.map((block) => entryFor(entries, block)));
  expect(entries.filter((entry) => !used.has(entry)).map(({ page, first }) => `${page}: ${first}`)).toEqual([]);
});

it.each(running)("the commands at $title run as the page says", async ({ blocks, scenario }) => {
  if (scenario.apart) {
    const commands = blocks.flatMap((block) => block.commands);
    for (const command of commands) await run(scenario, await worldOf(scenario), command, "");
    return;
  }
  const here = await worldOf(scenario);
  for (const block of blocks) await follow(scenario, here, block);
});

/** Runs the commands of a block, one after another. */
async function follow(scenario: Scenario, here: Place, { language, text, commands }: ShellBlock): Promise<void> {
  const isCompared = language === "console" && scenario.otherOutput === undefined;
  const outputs = isCompared ? text.split(/^\$ .*\n/m).slice(1) : [];
  for (const [at, command] of commands.entries()) await run(scenario, here, command, outputs[at] ?? "");
}

/** Runs a command in a shell, and finds what the page shows of its output; `…` is a part that it leaves out. */
async function run(scenario: Scenario, here: Place, command: string, shown: string): Promise<void> {
  const asks = scenario.approved && !command.includes("--auto-approve") ? " --auto-approve" : "";
  const ended = await shell(here, `${command}${asks}`);
  expect([0, ...scenario.exits], `${command}\n${ended.output}`).toContain(ended.code);
  const printed = ended.output.replaceAll(here.sandbox.url, "http://127.0.0.1:8080");
  for (const piece of shown.split(/^…$/m)) expect(printed).toContain(piece.trim());
}

async function worldOf({ sandbox, files, before }: Scenario): Promise<Place> {
  const here = await place(sandbox);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(here.folder, name)), { recursive: true });
    writeFileSync(join(here.folder, name), content);
  }
  for (const command of before) expect({ command, ...(await shell(here, command)) }).toMatchObject({ code: 0 });
  return here;
}

/** Only what is more than a call of platectl needs a shell, and with it a new process. */
async function shell(here: Place, command: string): ReturnType<typeof bash> {
  const [words = []] = callsIn(command);
  if (/^platectl [^|&;<>$`*~(]*$/.test(command)) {
    const { code, stdout, stderr } = await here.run(...words);
    return { code, output: `${stderr}${stdout}` };
  }
  return bash(command, here.folder, withPlatectl(here));
}
