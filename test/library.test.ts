import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import * as platectl from "../src/index.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../src/sandbox/index.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const EXAMPLE = join(ROOT, "examples/library.mjs");

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Ended {
  readonly code: number | string;
  readonly output: string;
}

function run(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...args],
      { cwd, env: { PATH: process.env["PATH"], ...env } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

async function served(options?: SandboxOptions): Promise<{
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly env: Record<string, string>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "platectl-library-"));
  const sandbox = await startSandbox(options ?? { mode: "global", start: { cars: ["AB1", "OLD1"] } });
  cleanups.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => sandbox.close(),
  );
  writeFileSync(join(folder, "fleet.yaml"), "version: 1\nmode: global\ncars: [AB1, CD2]\n");
  const env = {
    PLATECTL_BASE_URL: sandbox.url,
    PLATECTL_CLIENT_ID: sandbox.clientId,
    PLATECTL_CLIENT_SECRET: sandbox.clientSecret,
  };
  return { sandbox, folder, env };
}

describe("the documented example", () => {
  it("the documented example compiles against the package's own types", async () => {
    const options = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--skipLibCheck", "--ignoreConfig"];
    const target = ["--module", "nodenext", "--target", "es2023", "--types", "node"];
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    expect(await run([tsc, ...options, ...target, EXAMPLE], ROOT)).toEqual({ code: 0, output: "" });
  });

  it("the documented example plans without writing, then applies, then has nothing to do", async () => {
    const { sandbox, folder, env } = await served();
    const planned = await run([EXAMPLE, "fleet.yaml"], folder, env);
    expect(planned).toEqual({ code: 0, output: "global add CD2\nglobal delete OLD1\n" });
    expect(sandbox.model.plates("global")).toEqual(["AB1", "OLD1"]);
    const applied = await run([EXAMPLE, "fleet.yaml", "--apply"], folder, env);
    expect(applied).toEqual({
      code: 0,
      output: expect.stringContaining("global CD2: verified\nglobal OLD1: verified\n"),
    });
    expect(sandbox.model.plates("global")).toEqual(["AB1", "CD2"]);
    expect(await run([EXAMPLE, "fleet.yaml"], folder, env)).toEqual({ code: 0, output: "" });
  });

  it("the documented example names what is wrong: a fleet file, an address, a login", async () => {
    const { folder, env } = await served();
    const wrongSecret = { ...env, PLATECTL_CLIENT_SECRET: "wrong" };
    expect(await run([EXAMPLE, "fleet.yaml"], folder)).toMatchObject({
      code: 3,
      output: expect.stringContaining("PLATECTL_BASE_URL"),
    });
    expect(await run([EXAMPLE, "fleet.yaml"], folder, wrongSecret)).toMatchObject({
      code: 5,
      output: expect.stringMatching(/login/i),
    });
    writeFileSync(join(folder, "fleet.yaml"), "version: 1\nmode: global\ncars: [not a plate!]\n");
    expect(await run([EXAMPLE, "fleet.yaml"], folder, env)).toMatchObject({
      code: 3,
      output: expect.stringMatching(/^fleet\.yaml:3:8: /),
    });
  });
});

describe("the pieces", () => {
  it("the parts of the library make a run by hand: load, read, plan, apply", async () => {
    const { sandbox } = await served();
    const reading = platectl.parseFleet("version: 1\nmode: global\ncars: [AB1, CD2]\n", "fleet.yaml");
    if (reading.kind === "invalid") expect.unreachable();
    const { desired } = reading;
    const address = platectl.parseBaseUrl(sandbox.url);
    if (address.kind === "problem") expect.unreachable();
    const world = { clock: platectl.systemClock, random: platectl.systemRandom };
    const api = platectl.createFleetApi({
      ...{ baseUrl: address.url, authUrl: address.url, partnerUrl: address.url },
      ...{ clientId: sandbox.clientId, clientSecret: sandbox.clientSecret },
      settings: desired.interface,
      userAgent: "library-test/1",
      ...world,
    });
    cleanups.push(() => api.close());
    const { signal } = new AbortController();
    const sweeping = { ...world, reader: api.reader, signal };
    const read = await platectl.readLive(desired, ["global"], new Map(), sweeping);
    if (read.kind === "unreadable") expect.unreachable();
    const plan = platectl.buildPlan({
      desired,
      live: read.live,
      target: platectl.targetOf(address.url, address.url, desired.mode),
      day: platectl.dayIn(desired.timeZone, world.clock.now()),
      now: world.clock.now(),
      allowances: {},
      scopes: ["global"],
      diagnostics: reading.warnings,
    });
    expect(plan.counts).toMatchObject({ add: 1, delete: 1, unchanged: 1 });

    const journal: platectl.JournalEntry[] = [];
    const { scopes } = await platectl.applyPlan(
      plan,
      read.live.scopes,
      {
        ...world,
        writer: api.writer,
        journal: { append: async (entries) => void journal.push(...entries) },
        readBack: ({ scope }) => platectl.sweepScope(scope, desired.interface, sweeping),
      },
      {
        settings: desired.interface,
        stop: signal,
        cancel: signal,
        settleMs: 30_000,
        onProgress: () => undefined,
        memory: new Map(),
      },
    );
    expect(scopes[0]?.counts).toMatchObject({ verified: 2 });
    expect(journal.map(({ kind }) => kind)).toContain("intent");
    expect([...sandbox.model.plates("global")].sort()).toEqual(["AB1", "CD2"]);
  });
});

describe("the use cases", () => {
  /** A fleet file, a client and an empty state for a sandbox of its own. */
  async function opened(options?: SandboxOptions) {
    const { sandbox, folder } = await served(options);
    const reading = platectl.parseFleet("version: 1\nmode: global\ncars: [AB1, CD2]\n", "fleet.yaml");
    const address = platectl.parseBaseUrl(sandbox.url);
    if (reading.kind === "invalid" || address.kind === "problem") expect.unreachable();
    const { desired, warnings } = reading;
    const world = { clock: platectl.systemClock, random: platectl.systemRandom };
    const api = platectl.createFleetApi({
      ...{ baseUrl: address.url, authUrl: address.url, partnerUrl: address.url },
      ...{ clientId: sandbox.clientId, clientSecret: sandbox.clientSecret },
      settings: desired.interface,
      userAgent: "library-test/1",
      ...world,
    });
    cleanups.push(() => api.close());
    const owner = { user: "somebody", host: "here", pid: 1, command: "test" };
    const store = platectl.openStore(
      { kind: "file", path: "state.jsonl" },
      { cwd: folder, owner, isAlive: () => true, env: {}, ...world },
    );
    const target = platectl.targetOf(address.url, address.url, desired.mode);
    const view = { target: target.fingerprint, rules: desired.interface };
    const ports = { ...world, reader: api.reader, signal: new AbortController().signal };
    return { sandbox, folder, desired, warnings, api, world, store, target, view, ports };
  }

  it("audit in the library reads, then judges", async () => {
    const { desired, warnings, store, target, view, ports } = await opened();
    const inputs = { desired, warnings, target, scopes: desired.scopes.map(({ scope }) => scope) };
    const range = { from: "2026-01-01", to: "2026-01-31" };
    const { facts, failures } = await platectl.readAuditFacts({ inputs, store, view }, range, ports);
    expect(failures).toEqual([]);
    const { findings } = platectl.audit(facts);
    const drift = findings.filter(({ rule }) => rule.startsWith("drift"));
    expect(drift.map(({ rule, licenseNumber }) => `${rule} ${licenseNumber}`)).toEqual([
      "drift-missing CD2",
      "drift-extra OLD1",
    ]);
  });

  it("doctor in the library probes by reading, then by writing, and leaves nothing behind", async () => {
    const { sandbox, desired, world, api, store, ports } = await opened();
    const base = { ...world, settings: desired.interface, signal: ports.signal, requestsLeft: () => 40 };
    const server = platectl.serverUnderTest(base, (settings) => api.withSettings(settings));
    const reading = await platectl.probeReads(server, undefined);
    expect(reading).toMatchObject({ mode: "global", list: "global" });
    expect(platectl.proposedSettings(reading.findings)).toEqual({});
    const asked: string[] = [];
    const trial = {
      ...{ server, cleaner: server, baseUrl: new URL(sandbox.url), partnerUrl: new URL(sandbox.url) },
      lock: (view: platectl.StateView) => store.lock(view, { timeout: 0 }),
      confirm: async (scope: platectl.Scope) => void asked.push(scope),
    };
    expect(await platectl.tryWrites("AB1", reading, trial)).toMatchObject({ kind: "plate-refused" });
    expect(asked).toEqual([]);
    expect(await platectl.tryWrites("DOCTOR1", reading, trial)).toMatchObject({ kind: "tried", leftBehind: [] });
    expect(asked).toEqual(["global"]);
    expect(sandbox.model.plates("global")).toEqual(["AB1", "OLD1"]);
  });

  it("history in the library gives what files, journal and server say of a plate", async () => {
    const { folder, desired, store, ports } = await opened();
    const reading = platectl.readPlate("ab-1", desired.interface);
    if (reading.kind !== "plate") expect.unreachable();
    const { plateKey } = reading;
    const local = await platectl.localHistory(plateKey, { desired, store, cwd: folder, env: {} });
    expect(local).toMatchObject({
      desired: { rows: [{ scope: "global", licenseNumber: "AB1", source: "fleet.yaml:3:8" }] },
      commits: { note: "there is no git repository here" },
      journal: { rows: [] },
    });
    const sources = { reader: ports.reader, rules: desired.interface, range: {}, accounts: undefined, desired };
    expect(await platectl.serverHistory(plateKey, sources)).toEqual({
      parts: { billing: { rows: [] }, totals: [], users: { rows: [] } },
      failures: [],
    });
  });

  it("users in the library are created once, and lose a car", async () => {
    const person = { firstName: "Bo", lastName: "Ek", email: "bo@example.com", phoneNumber: "+4522222222" };
    const start = {
      accounts: [{ baId: "4711", users: [{ id: "5501", ...person, cars: ["AB1"] }] }],
    };
    const { api, desired, ports } = await opened({ mode: "billing-account", start });
    const reading = platectl.parseNewParkingUser({
      ...{ firstName: "Ada", lastName: "Holm", email: "ada@example.com", phoneNumber: "+4511111111" },
    });
    if (reading.kind !== "user") expect.unreachable();
    const wanted = [{ user: reading.user }];
    const create = () => platectl.createUsers(api, "4711", wanted, ports.signal);
    expect(await create()).toMatchObject([{ outcome: "created" }]);
    expect(await create()).toMatchObject([{ outcome: "exists" }]);

    const who = { baId: "4711", puId: "5501" };
    const car = platectl.carOfUser(await api.reader.parkingUser("4711", "5501"), "ab-1", desired.interface);
    if (car === undefined) expect.unreachable();
    expect(await platectl.removeUserCar(api, who, car, desired.interface)).toEqual({
      licenseNumber: "AB1",
      outcome: "verified",
    });
    expect((await api.reader.parkingUser("4711", "5501")).cars).toEqual([]);
  });
});

describe("docs/library.md", () => {
  const text = readFileSync(join(ROOT, "docs/library.md"), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((line) =>
    [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ""),
  );

  it("docs/library.md names everything that is exported, except classes of errors, and nothing else", () => {
    const exported = Object.keys(platectl).filter((name) => !name.endsWith("Error"));
    expect([...named].sort()).toEqual(exported.sort());
  });
});
