import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { HELP_ENDINGS } from "../../src/cli/help.ts";
import { EXIT } from "../../src/run/exit-code.ts";
import { type Sandbox, type SandboxOptions, type StartingData, startSandbox } from "../../src/sandbox/index.ts";
import { type Ended, type Started, startProcess } from "../processes.ts";
import { printedDocument } from "./printed-documents.ts";
import { runReused } from "./reused-process.ts";

/** The built command line: what users run. */
export const PLATECTL = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export type { Ended };

/** A folder of its own with a server beside it. */
export interface Place {
  readonly folder: string;
  readonly sandbox: Sandbox;
  readonly env: Readonly<Record<string, string>>;
  /** Resolves once the sandbox has answered so many requests with this method. */
  answered(method: string, count: number): Promise<void>;
  /** Resolves once the sandbox has answered so many requests that would change a list. */
  written(count: number): Promise<void>;
  /** Resolves once the sandbox has answered so many requests in all. */
  reached(count: number): Promise<void>;
  /** Writes a file below the folder. */
  write(name: string, text: string): string;
  read(name: string): string;
  /** Runs the program to its end, in a process that is used again; pauses take no time. */
  run(...args: readonly string[]): Promise<Ended>;
  /** Starts the program in a process of its own, in which pauses are real, without waiting for the end. */
  start(...args: readonly string[]): Started;
}

/** A fresh folder and a fresh sandbox, both gone after the test. */
export async function place(options: SandboxOptions, env: Readonly<Record<string, string>> = {}): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "platectl-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const watchers = new Set<() => void>();
  const log = (line: string): void => {
    options.log?.(line);
    watchers.forEach((look) => void look());
  };
  const sandbox = await startSandbox({ ...options, log });
  onTestFinished(() => sandbox.close());
  const variables = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    PLATECTL_BASE_URL: sandbox.url,
    PLATECTL_CLIENT_ID: sandbox.clientId,
    PLATECTL_CLIENT_SECRET: sandbox.clientSecret,
    ...env,
  };
  const start = (...args: readonly string[]) => startCli(args, folder, variables);
  const when = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = (): void => {
        if (!isSo()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });
  return {
    folder,
    sandbox,
    env: variables,
    answered: (method, count) =>
      when(() => sandbox.requests.filter((request) => request.method === method).length >= count),
    written: (count) => when(() => writesTo(sandbox).length >= count),
    reached: (count) => when(() => sandbox.requests.length >= count),
    write(name, text) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    read: (name) => readFileSync(join(folder, name), "utf8"),
    start,
    run: (...args) => runCli(args, folder, variables),
  };
}

/** A fresh place with this fleet file, whose mode the sandbox has, too. */
export async function placeWith(
  fleet: string,
  start: NonNullable<SandboxOptions["start"]> = {},
  { env, ...options }: Omit<SandboxOptions, "mode" | "start"> & Pick<Partial<Place>, "env"> = {},
): Promise<Place> {
  const mode = fleet.includes("\nmode: global") ? "global" : "billing-account";
  const here = await place({ mode, start, ...options }, env);
  here.write("fleet.yaml", fleet);
  return here;
}

/** A fresh place in global mode: the cars on the list, and those of the fleet file. */
export function globalPlace(
  listed: NonNullable<StartingData["cars"]>,
  desired: readonly string[],
  more = "",
): Promise<Place> {
  return placeWith(globalFleet(desired, more), { cars: [...listed] });
}

/** A fresh place in billing-account mode: the cars on the list of each account, and those of the fleet file. */
export function accountPlace(
  listed: Readonly<Record<string, readonly string[]>>,
  desired: Readonly<Record<string, readonly string[]>>,
  more = "",
): Promise<Place> {
  const accounts = Object.entries(listed).map(([baId, cars]) => ({ baId, cars: [...cars] }));
  return placeWith(accountFleet(desired, more), { accounts });
}

/** Runs the built command line to its end, in a process that is used again. A document that it prints must fit its schema. */
export async function runCli(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const ended = await runReused({ program: PLATECTL, args, cwd, env });
  printedDocument(ended.stdout);
  if (!mayEndWith(args, ended.code)) {
    expect.fail(
      `platectl ${args.join(" ")} ended with ${ended.code}, which its help and docs/reference.md do not name.`,
    );
  }
  return ended;
}

/** Whether the help of the command names the exit code; every command may end with 0, 1 and 3. */
function mayEndWith(args: readonly string[], code: number | null): boolean {
  const words = args.filter((word) => !word.startsWith("-"));
  const path = words
    .flatMap((word, at) => [`${word} ${words[at + 1]}`, word])
    .find((one) => Object.hasOwn(HELP_ENDINGS, one));
  const exits = ["ok", "internal", "input", ...(HELP_ENDINGS[path ?? ""]?.exits ?? [])];
  return path === undefined || Object.entries(EXIT).some(([name, number]) => number === code && exits.includes(name));
}

/** A server without faults whose answers take between these two times, in milliseconds. */
export function slow(least: number, most: number): NonNullable<SandboxOptions["chaos"]> {
  const faults = { reset: 0, lost: 0, unavailable: 0, tooMany: 0, drip: 0, cut: 0, failingCars: 0 };
  return { ...faults, latency: [least, most] };
}

/** Starts the built command line in a process of its own. */
export function startCli(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Started {
  return startProcess(process.execPath, [PLATECTL, ...args], { cwd, env });
}

/** The variables of a place, with the built command line on its PATH, under its name. */
export function withPlatectl(here: Place): Readonly<Record<string, string>> {
  chmodSync(here.write(".bin/platectl", `#!/bin/sh\nexec "${process.execPath}" "${PLATECTL}" "$@"\n`), 0o755);
  return { ...here.env, PATH: `${join(here.folder, ".bin")}:${here.env["PATH"]}` };
}

/**
 * A server in front of another one: where `instead` says so it loses an answer, gives a status of its own, or leaves the
 * answer to the test (`taken`).
 */
export async function inFrontOf(
  url: string,
  instead: (request: IncomingMessage, response: ServerResponse) => "lose" | "taken" | number | undefined,
): Promise<string> {
  const server = createServer((request, response) => {
    const other = instead(request, response);
    if (other === "taken") return undefined;
    if (typeof other === "number") return response.writeHead(other).end();
    const options = { method: request.method ?? "GET", headers: request.headers };
    const onward = forward(`${url}${request.url}`, options, (answer) => {
      if (other === "lose") return response.destroy();
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      return answer.pipe(response);
    });
    return request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.close().closeAllConnections());
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
}

/** The requests that would change a list. */
export function writesTo(sandbox: Sandbox): readonly string[] {
  return sandbox.requests
    .filter(({ method, path }) => method !== "GET" && !path.includes("/auth/"))
    .map(({ method, path }) => `${method} ${path}`);
}

/** Asserts how a run ended: its code, and what a stream of it contains or matches. */
export function expectEnd(
  ended: Partial<Ended>,
  code: number,
  words: { readonly [stream in "stdout" | "stderr"]?: string | RegExp },
): void {
  const expected = Object.entries(words).map(([stream, text]) => [
    stream,
    typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text),
  ]);
  expect({ ...ended }).toMatchObject({ code, ...Object.fromEntries(expected) });
}

/** Asserts a refusal: its code, its words, no stack trace, and not one mutating request. */
export function expectRefusal(ended: Ended, code: number, words: RegExp, sandbox: Sandbox): void {
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code, stderr: expect.stringMatching(words) });
  expect(ended.stderr).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  expect(writesTo(sandbox)).toEqual([]);
}

/** A fleet file in global mode with these plates. */
export function globalFleet(plates: readonly string[], more = ""): string {
  return `version: 1\nmode: global\ncars:${plates.length === 0 ? " []" : ""}\n${plates.map((plate) => `  - "${plate}"\n`).join("")}${more}`;
}

/** A fleet file in billing-account mode. */
export function accountFleet(accounts: Readonly<Record<string, readonly string[]>>, more = ""): string {
  const blocks = Object.entries(accounts).map(
    ([baId, plates]) => `  - baId: ${baId}\n    cars: [${plates.map((plate) => `"${plate}"`).join(", ")}]\n`,
  );
  return `version: 1\nmode: billing-account\naccounts:\n${blocks.join("")}${more}`;
}

/** `prefix` with numbers from 1 to `count`. */
export function plates(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${String(at + 1).padStart(4, "0")}`);
}

/** Whether a terminal can be had here. */
export const hasScript = spawnSync("script", ["--version"]).status === 0;

/** Runs a command on a terminal and types one line at each question. */
export function onTerminal(
  here: Place,
  line: string,
  answers: readonly string[],
): Promise<{ readonly code: number | null; readonly shown: string }> {
  const command = `${process.execPath} ${PLATECTL} ${line}`;
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd: here.folder,
    env: { ...here.env, TERM: "dumb" },
  });
  const left = [...answers];
  let shown = "";
  let read = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    if (!/(?:: |\] )$/.test(shown.slice(read))) return;
    read = shown.length;
    const answer = left.shift();
    if (answer !== undefined) child.stdin.write(`${answer}\n`);
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, shown })));
}

/** Another committer than author, as a merge by a bot has: what is said of a commit is said of its author. */
const IDENTITY = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@b",
  GIT_COMMITTER_NAME: "bot",
  GIT_COMMITTER_EMAIL: "b@b",
};

/** Runs git in a folder of the place, and gives what it prints. */
export function git({ folder, env }: Pick<Place, "folder" | "env">, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: folder, env: { ...env, ...IDENTITY }, encoding: "utf8", stdio: "pipe" });
}

/** Commits all files of the place, on a day of its own where one is given; gives the commit's name. */
export function commit(here: Place, subject: string, day?: string): string {
  const date = `${day}T09:00:00Z`;
  const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const dated = day === undefined ? here : { ...here, env: { ...here.env, ...dates } };
  git(dated, "add", "-A", ":!.platectl");
  git(dated, "commit", "-qm", subject);
  return git(here, "rev-parse", "HEAD").trim();
}
