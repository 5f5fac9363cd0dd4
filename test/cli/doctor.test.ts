import { expect, it } from "vitest";
import { DEFAULT_INTERFACE, type InterfaceSettings, type Mode } from "../../src/allowlist/index.ts";
import { AS_DOCUMENTED, type SandboxBehaviour } from "../../src/sandbox/index.ts";
import { dataFile } from "../data-file.ts";
import { record } from "./audit-world.ts";
import { flows } from "./flows.ts";
import { expectEnd, globalFleet, place, plates, writesTo } from "./harness.ts";

flows(import.meta.url);

const PLATE = "DOCTOR1";
const OTHERS = plates("AB", 30);
const billing = [1, 2].map((id) => record(id, "AB0001", { day: "2026-01-10" }));
const START = { cars: OTHERS, fleet: ["AB0001"], accounts: [{ baId: "4711", cars: OTHERS, billing }] };

interface Finding {
  readonly probe: string;
  readonly verdict: string;
  readonly found: string;
  readonly settings?: Partial<InterfaceSettings>;
}

/** Ways of a visit. */
interface Visit {
  readonly mode?: Mode;
  readonly write?: boolean;
  readonly plate?: string;
  /** The block `interface:` of the fleet file; without one there is no file. */
  readonly own?: Partial<InterfaceSettings>;
}

const USUAL: Readonly<Record<string, unknown>> = { ...DEFAULT_INTERFACE };

/** What doctor says of a sandbox that behaves so, and what it leaves there. */
async function visit(
  behaviour: Partial<SandboxBehaviour>,
  { mode = "global", write = true, plate = PLATE, own }: Visit = {},
) {
  let now = Date.now();
  // The program does not wait, so a server that is late needs a clock that moves with each request.
  const clock = { now: () => (now += 1000) };
  const here = await place({ mode, start: START, behaviour, clock });
  if (own) here.write("fleet.yaml", globalFleet([], `interface: ${JSON.stringify(own)}\n`));
  const { stdout } = await here.run("doctor", "--json", ...(write ? ["--write", plate, "--auto-approve"] : []));
  const { findings, interface: all, ...said } = JSON.parse(stdout);
  const differing = Object.entries(all).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(USUAL[name]),
  );
  return {
    ...here,
    mode: said.mode,
    leftBehind: said.leftBehind,
    findings: new Map<string, Finding>(findings.map((finding: Finding) => [finding.probe, finding])),
    settings: Object.fromEntries(differing),
    list: here.sandbox.model.plates(mode === "global" ? mode : "account:4711"),
  };
}

it.each(["global", "billing-account"] as const)(
  "doctor finds nothing to write in %s mode on a server as assumed, and leaves nothing behind",
  async (mode) => {
    const seen = await visit({}, { mode });
    expect(seen.settings).toEqual({});
    expect([...seen.findings.values()].filter(({ verdict }) => verdict !== "holds")).toEqual([
      expect.objectContaining({ probe: "user's car", verdict: "not known" }),
    ]);
    expect(seen.mode).toBe(mode);
    expect(seen.list).toEqual(OTHERS);
  },
);

it("doctor journals every write before it is sent (V4)", async () => {
  const { sandbox, read } = await visit({});
  const kinds = read(".platectl/state.jsonl").match(/(?<="kind":")(?:intent|outcome)(?=")/g);
  expect(kinds).toEqual(writesTo(sandbox).flatMap(() => ["intent", "outcome"]));
});

interface Row {
  readonly title: string;
  readonly behaviour: Partial<SandboxBehaviour>;
  /** Global unless given. */
  readonly mode?: Mode;
  /** DOCTOR1 unless given. */
  readonly plate?: string;
  /** Without one, only the settings count. */
  readonly probe?: string;
  readonly finding: Partial<Finding>;
}
const { reads, writes }: Readonly<Record<"reads" | "writes", readonly Row[]>> = dataFile("cli/doctor.yaml");

it.each(reads)("doctor finds by reading: $title", async ({ behaviour, mode = "global", probe, finding }) => {
  const seen = await visit(behaviour, { mode, write: false });
  if (probe) expect(seen.findings.get(probe)).toMatchObject(finding);
  expect(seen.settings).toEqual(finding.settings ?? {});
  expect(writesTo(seen.sandbox)).toEqual([]);
});

it("doctor notices an unknown name of the page size: pages are as large as the server likes", async () => {
  const { findings, settings } = await visit({ sizeParam: "zzz" });
  expect(findings.get("page size")).toMatchObject({ found: "pages hold 20 rows whatever is asked" });
  expect(settings).toEqual({ pageSize: 20 });
});

it.each(writes)(
  "doctor finds by writing: $title",
  async ({ behaviour, mode = "global", plate = PLATE, probe, finding }) => {
    const seen = await visit(behaviour, { mode, plate });
    if (probe) expect(seen.findings.get(probe)).toMatchObject(finding);
    expect(seen.settings).toEqual(finding.settings ?? {});
    expect(seen.leftBehind).toEqual([]);
    expect(seen.list).toEqual(OTHERS);
  },
);

it("doctor finds by writing that the list follows late", async () => {
  const seen = await visit({ replicaLag: 2000 });
  const found = expect.stringMatching(/^answered 204, seen after \d\.\d s$/);
  expect(seen.findings.get("add")).toMatchObject({ verdict: "holds", found });
});

it("doctor finds by writing whether the fleet file's own settings hold", async () => {
  const globalDelete = { in: "body", name: "cars" } as const;
  const held = await visit({ globalDelete }, { own: { globalDelete } });
  expect(held.findings.get("delete")).toMatchObject({ verdict: "holds" });
  const blocked = await visit({}, { own: { globalDelete: false } });
  expect(blocked.findings.get("delete")?.settings).toEqual({ globalDelete: { in: "query", name: "ln" } });
});

it("doctor reports a plate that is refused, and stops there", async () => {
  const seen = await visit({ rejections: [{ plates: "DOC*", error: "no doctors" }] });
  expect(seen.findings.get("add")).toMatchObject({
    verdict: "trouble",
    found: "the plate is not taken: `no doctors`",
  });
  expect(writesTo(seen.sandbox)).toEqual(["POST /api/cars"]);
});

it("doctor on a server that takes no deletes says what is left behind", async () => {
  const seen = await visit({ globalDelete: false });
  expect(seen.settings).toEqual({ globalDelete: false });
  expect(seen.leftBehind).toEqual([PLATE]);
});

it("doctor stops at a delete that empties the list, and puts every car back (G12)", async () => {
  const seen = await visit({ globalDelete: { in: "query", name: "zzz" }, deleteWithoutCars: "everything" });
  expect(seen.findings.get("delete")).toMatchObject({
    verdict: "trouble",
    found: expect.stringContaining("took 30 other cars away; they were added again"),
  });
  expect([...seen.list].sort()).toEqual(OTHERS);
  expect(writesTo(seen.sandbox).filter((write) => write.startsWith("DELETE"))).toHaveLength(1);
});

const here = (behaviour: Partial<SandboxBehaviour> = {}) =>
  place({ mode: "global", start: { cars: OTHERS, fleet: ["FL1234"] }, behaviour });

const documented = (behaviour: Partial<SandboxBehaviour> = {}) =>
  place({
    mode: "billing-account",
    start: { accounts: [{ baId: "4711", cars: OTHERS }], fleet: ["FL1234"] },
    behaviour: { ...AS_DOCUMENTED, words: "sv", plateInWords: "stored", normalise: ["upper"], ...behaviour },
  });
const args = ["doctor", "--account", "4711", "--write", "Doctor1", "--auto-approve"];

it("doctor on a list that cannot be read finds the words of refusals, and leaves nothing behind, in at most 40 requests", async () => {
  const there = await documented({ accountDelete: { in: "body", shape: "array" } });
  const { code, stdout } = await there.run(...args);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^left behind +holds +nothing, as the server says$/m);
  const block = [
    "interface:",
    "  accountDelete: { in: body, shape: array }",
    '  failures: { alreadyListed: ["Registreringsnumret * finns redan på listan"], notListed: ["Registreringsnumret * finns inte på listan"] }',
  ].join("\n");
  expect(stdout).toContain(block);
  there.write("fleet.yaml", `version: 1\nmode: billing-account\naccounts: [{ baId: 4711, cars: [A1] }]\n${block}\n`);
  expect((await there.run("validate")).code).toBe(0);
  expect(there.sandbox.model.plates("account:4711")).toEqual(OTHERS);
  expect(there.sandbox.requests.length).toBeLessThanOrEqual(40);
});

it("doctor on a list that cannot be read says what cannot be known where the server confirms everything", async () => {
  const there = await documented({ duplicateAdd: "ignore", absentDelete: "accept" });
  const { stdout } = await there.run(...args);
  expect(stdout).toMatch(/^delete +not known +.*the server confirms whatever it is asked/m);
  expect(stdout).not.toContain("failures:");
});

it("doctor on a list that cannot be read ends with 10 where no delete works", async () => {
  const there = await documented({ accountDelete: { in: "query", name: "zzz" } });
  expectEnd(await there.run(...args), 10, { stdout: /^left behind +trouble +perhaps `Doctor1`/m });
});

it.each([
  ["SIGINT", 1, 130],
  ["SIGTERM", 2, 143],
  ["SIGINT", 3, 130],
] as const)("doctor removes its test plate again after %s behind write %i", async (signal, writes, expected) => {
  const there = await here();
  const { child, ended } = there.start("doctor", "--write", PLATE, "--auto-approve");
  await there.written(writes);
  child.kill(signal);
  const { code, stdout } = await ended;
  expect({ code, list: there.sandbox.model.plates("global") }).toEqual({ code: expected, list: OTHERS });
  expect(stdout).toMatch(/^the rest +not known +stopped early: interrupted$/m);
  expect(stdout).toMatch(/^left behind +holds +nothing$/m);
  expect(stdout).toContain("The fleet file needs no `interface:` block");
});

it("doctor puts back what a delete removed just before an interrupt", async () => {
  const there = await here({ globalDelete: { in: "query", name: "zzz" }, deleteWithoutCars: "everything" });
  const { child, ended } = there.start("doctor", "--write", PLATE, "--auto-approve");
  await there.written(3);
  child.kill("SIGINT");
  expect((await ended).stdout).toContain("took 30 other cars away; they were added again");
  expect([...there.sandbox.model.plates("global")].sort()).toEqual(OTHERS);
});

it("doctor ends with 10 and names the plate when the server closes down behind the first write", async () => {
  const there = await here();
  const { ended } = there.start("doctor", "--write", PLATE, "--auto-approve");
  await there.written(1);
  there.sandbox.behave({ forbidden: ["/api/cars"] });
  const { code, stdout } = await ended;
  expect(code).toBe(10);
  expect(stdout).toMatch(/^left behind +trouble +perhaps `DOCTOR1`, for the list could not be read/m);
});
