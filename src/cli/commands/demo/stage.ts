import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSea } from "node:sea";
import { workbook } from "../../../render/index.ts";
import { EXIT } from "../../../run/exit-code.ts";
import { type Sandbox, type StartingData, startSandbox } from "../../../sandbox/index.ts";
import { decodeJournal, encodeJournal } from "../../../state/index.ts";
import { CommandFailure, wrongInput } from "../../process/failure.ts";
import { environment } from "../../process/process-info.ts";

/** Nothing else of the reader's surroundings reaches the demo: no other server, CI system or configuration of git. */
const KEPT = ["PATH", "TMPDIR", "TEMP", "TMP", "SystemRoot", "TERM", "NO_COLOR", "FORCE_COLOR"];
const STATE = "state.jsonl";
const WRITE = /^(?:POST|DELETE) \/api\//;
const DAY_MS = 86_400_000;

/** Where the demo takes place: a folder of its own with a git repository, and a sandbox in this process. */
export class Stage {
  readonly #folder = mkdtempSync(join(tmpdir(), "platectl-demo-"));
  readonly #stop: AbortSignal;
  readonly #variables: NodeJS.ProcessEnv;
  /** Hears of each write that the sandbox has done, before it answers. */
  #written = () => {};
  readonly sandbox: Sandbox;
  readonly say: (text: string) => Promise<void>;

  private constructor(sandbox: Sandbox, say: Stage["say"], stop: AbortSignal) {
    this.#stop = stop;
    this.#variables = surroundings(this.#folder, sandbox);
    this.sandbox = sandbox;
    this.say = say;
  }

  /** To be closed at the end; `stop` ends the command that runs. Throws where the folder cannot be made. */
  static async open(start: StartingData, say: Stage["say"], stop: AbortSignal): Promise<Stage> {
    let stage: Stage | undefined;
    const log = (line: string) => {
      if (WRITE.test(line) && stage) stage.#written();
    };
    stage = new Stage(await startSandbox({ mode: "global", start, log }), say, stop);
    return stage;
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(join(this.#folder, name), content);
  }

  read(name: string): string {
    return readFileSync(join(this.#folder, name), "utf8");
  }

  /** Commits the fleet file and its list, as of this many days ago. Throws a `CommandFailure` without git. */
  commit(message: string, daysAgo: number): void {
    const date = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    const env = { ...this.#variables, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    for (const args of [
      ["init", "--quiet", "--initial-branch=main"],
      ["add", "fleet.yaml", "cars.xlsx"],
      ["commit", "--quiet", "--message", message],
    ]) {
      const { status, error, stderr } = spawnSync("git", args, { cwd: this.#folder, env, encoding: "utf8" });
      if (status !== 0) throw wrongInput(`The demo needs git: ${error?.message ?? stderr.trim()}`, "sent");
    }
  }

  /** Runs platectl in the folder. Throws a `CommandFailure` when it ends with another code than `expected`. */
  async run(expected: number, ...args: readonly string[]): Promise<void> {
    this.#insist(args, await this.#runProgram(args), `exit ${expected}`);
  }

  /** Runs platectl until its first write is done on the server, and kills it there before it gets the answer. */
  async runUntilWrite(...args: readonly string[]): Promise<void> {
    const end = await this.#runProgram(args, (child) => {
      this.#written = () => void child.kill("SIGKILL");
    });
    this.#written = () => {};
    this.#insist(args, end, "killed");
  }

  /** Moves what the state knows this many days into the past, as if they had gone by. */
  letDaysPass(days: number): void {
    const path = join(this.#folder, STATE);
    const { records } = decodeJournal(readFileSync(path));
    const earlier = (at: string) => new Date(Date.parse(at) - days * DAY_MS).toISOString();
    writeFileSync(path, encodeJournal(records.map((record) => ({ ...record, at: earlier(record.at) }))));
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #runProgram(args: readonly string[], started?: (child: ChildProcess) => void): Promise<string> {
    this.#stop.throwIfAborted();
    await this.say(`$ platectl ${args.join(" ")}`);
    // A program in one file is its own Node.
    const program = isSea() ? [] : process.argv.slice(1, 2);
    const child = spawn(process.execPath, [...program, ...args], {
      cwd: this.#folder,
      env: this.#variables,
      stdio: ["ignore", "inherit", "inherit"],
    });
    const end = () => void child.kill();
    this.#stop.addEventListener("abort", end);
    started?.(child);
    const [code, signal] = await once(child, "close");
    this.#stop.removeEventListener("abort", end);
    const stopped = signal === "SIGKILL" ? "killed" : "interrupted";
    const ended = signal === null ? `exit ${code}` : stopped;
    await this.say(`[${ended}]\n`);
    return ended;
  }

  #insist(args: readonly string[], end: string, expected: string): void {
    this.#stop.throwIfAborted();
    if (end === expected) return;
    const command = `\`platectl ${args.join(" ")}\``;
    throw new CommandFailure(EXIT.internal, `${command} ended with ${end}, not ${expected}. Please report this.`);
  }
}

function surroundings(folder: string, { url, clientId, clientSecret }: Sandbox): NodeJS.ProcessEnv {
  const variables = environment();
  return {
    ...Object.fromEntries(KEPT.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]]))),
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Fleet",
    GIT_AUTHOR_EMAIL: "fleet@example.com",
    GIT_COMMITTER_NAME: "Fleet",
    GIT_COMMITTER_EMAIL: "fleet@example.com",
    PLATECTL_BASE_URL: url,
    PLATECTL_CLIENT_ID: clientId,
    PLATECTL_CLIENT_SECRET: clientSecret,
    PLATECTL_STATE: `file:${STATE}`,
  };
}

/** A row of the export: plate, model, first and last day. */
export type ExportRow = readonly [plate: string, model: string, from: string, until: string];

const HEADER: ExportRow = ["Registration", "Model", "Contract start", "Contract end"];

/** The bytes of a workbook as lease systems write it: a title, the names of the columns, the cars, a row of totals. */
export function exportFile(rows: readonly ExportRow[]): Uint8Array {
  const table = [["Nordvik Leasing: vehicles on contract"], [], HEADER, ...rows, ["Total", String(rows.length)]];
  const cells = (row: readonly string[]) => row.map((value) => ({ style: "text", value }) as const);
  return workbook([{ name: "Vehicles", rows: table.map(cells) }]);
}
