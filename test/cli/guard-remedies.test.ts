import { expect, it } from "vitest";
import { flows } from "./flows.ts";
import { commit, git, globalFleet, place, plates } from "./harness.ts";

flows(import.meta.url);

const CARS = plates("AB", 40);
const COMMIT = "[0-9a-f]{12}";
const AS = ["--auto-approve"] as const;

/** A list of 40 cars that was applied and committed. */
async function applied(name: string, textOf: (cars: readonly string[]) => string, fleet?: string) {
  const here = await place({ mode: "global", start: {} });
  if (fleet !== undefined) here.write("fleet.yaml", fleet);
  here.write(name, textOf(CARS));
  git(here, "init", "-q", "-b", "main");
  commit(here, "all cars");
  expect((await here.run("apply", ...AS, "--allow-adds=40")).code).toBe(0);
  return { here, write: (cars: readonly string[]) => here.write(name, textOf(cars)) };
}

const LISTED = "version: 1\nmode: global\ncarsFrom: [{ file: lists/cars.txt, maxShrink: 5 }]\n";
const lines = (cars: readonly string[]) => cars.map((one) => `${one}\n`).join("");

/** Where each of these stands in a text whose line breaks do not count; each must stand in it. */
function expectInOrder(text: string, ...parts: readonly RegExp[]): void {
  const plain = text
    .slice(text.indexOf("Stopped by a guard"))
    .replaceAll(/`|<\/?code>/g, "")
    .replaceAll(/\s+/g, " ");
  const found = parts.map((part) => ({ part, at: plain.search(part) }));
  for (const { part, at } of found) expect({ part, at, plain }).not.toMatchObject({ at: -1 });
  expect(found.map(({ at }) => at)).toEqual(found.map(({ at }) => at).sort((left, right) => left - right));
}

function remedyIn(text: string): string {
  const [, command = ""] = /`(git restore [^`]+)`/.exec(text.replaceAll(/\s+/g, " ")) ?? [];
  return command;
}

it.each([
  ["fleet.yaml", globalFleet, undefined, true],
  ["fleet.yaml", globalFleet, undefined, false],
  ["lists/cars.txt", lines, LISTED, true],
  ["lists/cars.txt", lines, LISTED, false],
] as const)(
  "%s: says what changed, then how to restore the file, and the option last",
  async (name, textOf, fleet, isCommitted) => {
    const { here, write } = await applied(name, textOf, fleet);
    write(CARS.slice(0, 10));
    if (isCommitted) commit(here, "a cut export");
    here.write("other.txt", "not ours\n");
    if (isCommitted) commit(here, "something else");
    const stopped = await here.run("apply", ...AS, "--quiet");
    expect(stopped.code).toBe(4);
    const when = isCommitted ? "in [0-9a-f]{7}" : "since its last commit";
    const order = [
      new RegExp(`global: 40 cars at the last apply, 10 now; ${name} lost 30 ${when};`),
      /30 deletes exceed the limit of \d+ \(maxDeletes\)/,
      new RegExp(`if this is not meant, restore the file: git restore --source=(${COMMIT}~1|HEAD) -- ${name}`, "i"),
      /to allow this: --allow-deletes=30/i,
    ];
    expectInOrder(stopped.stderr, ...order);
    for (const format of ["markdown", "html"])
      expectInOrder((await here.run("plan", "--format", format)).stdout, ...order);

    const [program, ...args] = remedyIn(stopped.stderr).split(" ");
    expect(program).toBe("git");
    git(here, ...args);
    expect((await here.run("plan", "--exit-code")).code).toBe(0);
    expect(git(here, "diff", "--cached", "--name-only")).toBe("");
  },
);

it("the path of the file is one from the working folder, also below the top of the repository", async () => {
  const here = await place({ mode: "global", start: {} });
  git(here, "init", "-q", "-b", "main");
  here.write("fleets/north/fleet.yaml", globalFleet(CARS));
  commit(here, "all cars");
  const fleet = ["-f", "fleets/north/fleet.yaml"] as const;
  expect((await here.run("apply", ...fleet, ...AS)).code).toBe(0);
  here.write("fleets/north/fleet.yaml", globalFleet(CARS.slice(0, 10)));
  commit(here, "cut");
  const { stderr } = await here.run("apply", ...fleet, ...AS);
  git(here, ...remedyIn(stderr).split(" ").slice(1));
  expect((await here.run("plan", ...fleet, "--exit-code")).code).toBe(0);
});

it("a file with a name that a shell could take for more is not put into a command", async () => {
  const name = "lists/$(reboot).txt";
  const { here, write } = await applied(name, lines, LISTED.replace("lists/cars.txt", JSON.stringify(name)));
  write(CARS.slice(0, 10));
  commit(here, "cut");
  const { stderr } = await here.run("apply", ...AS, "--quiet");
  expect(stderr).toMatch(new RegExp(`git restore --source=${COMMIT}~1 -- FILE`));
});
