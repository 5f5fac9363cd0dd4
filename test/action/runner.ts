import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { globalFleet, globalPlace, type Place } from "../cli/harness.ts";
import { runReused } from "../cli/reused-process.ts";
import { portOf, type Started, startProcess } from "../processes.ts";

/** The action's entry point, as `action.yml` starts it. */
export const ENTRY = fileURLToPath(new URL("../../dist/github-action/main.js", import.meta.url));

const REPOSITORY = "acme/fleet";
/** What the fake GitHub expects for authorization. */
export const TOKEN = "ghs_0123456789abcdefTOKEN";
/** The head commit of every pull request. */
export const COMMIT = "5f0c8d2a91b34e6f7a8b9c0d1e2f3a4b5c6d7e8f";

/** A comment of the fake GitHub. */
interface FakeComment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string };
}

/** A GitHub that knows issue comments, and the pull requests of a commit. */
interface FakeGithub {
  readonly url: string;
  readonly comments: FakeComment[];
  /** `METHOD path`, in order. */
  readonly calls: string[];
  /** What it says of the pull requests of every commit. */
  pulls: unknown;
  /** Whose the token is: the workflow's, unless that of a person or an app. */
  login: string;
  /** The status that it answers every call with. */
  refusal?: number;
  /** The status that it answers with, without a name, when it is asked whose the token is. */
  mute?: number;
}

/** How a step ended. */
interface Step {
  readonly code: number | null;
  /** What the step wrote to its log, both streams. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

type Variables = Readonly<Record<string, string>>;

/** What made the workflow run: a pull request of this repository, one of a fork, or neither. */
type FakeEvent = "pull_request" | "fork" | "push" | { readonly name: string; readonly payload: object };

/** Starts the fake on loopback; gone after the test. */
async function fakeGithub(comments: FakeComment[]): Promise<FakeGithub> {
  const server = createServer(async (request, response) => {
    const { login, refusal, mute } = github;
    const url = new URL(request.url ?? "/", "http://localhost");
    github.calls.push(`${request.method} ${url.pathname}`);
    const reply = (status: number, value: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    };
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    if (refusal !== undefined) return reply(refusal, { message: "Resource not accessible by integration" });
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return reply(401, { message: "Bad credentials" });
    const body = () => z.object({ body: z.string().max(65_536) }).parse(JSON.parse(text)).body;
    if (url.pathname === "/graphql") return mute ? reply(mute, {}) : reply(200, { data: { viewer: { login } } });
    const own = /^\/repos\/acme\/fleet\/issues\/comments\/(\d+)$/.exec(url.pathname);
    const comment = comments.find(({ id }) => id === Number(own?.[1]));
    if (request.method === "PATCH" && comment) {
      comment.body = body();
      return reply(200, comment);
    }
    if (url.pathname === `/repos/acme/fleet/commits/${COMMIT}/pulls`) return reply(200, github.pulls);
    if (url.pathname !== "/repos/acme/fleet/issues/7/comments") return reply(404, { message: "Not Found" });
    if (request.method === "POST") {
      const made = { id: 1000 + comments.length, body: body(), user: { login } };
      comments.push(made);
      return reply(201, made);
    }
    const size = Number(url.searchParams.get("per_page"));
    const from = (Number(url.searchParams.get("page")) - 1) * size;
    return reply(200, comments.slice(from, from + size));
  });
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${await portOf(server)}`;
  const github: FakeGithub = { url, comments, calls: [], pulls: [], login: "github-actions[bot]" };
  return github;
}

let steps = 0;

/** A GitHub that holds these comments, and steps that run the entry point in a place as a runner does. */
export async function stepsIn(here: Place, comments: FakeComment[] = []) {
  const github = await fakeGithub(comments);
  const step = async (event: FakeEvent, inputs: Variables = {}, env: Variables = {}): Promise<Step> => {
    steps += 1;
    const temp = join(here.folder, `runner-${steps}`);
    mkdirSync(temp);
    const files = { event: join(temp, "event.json"), output: join(temp, "output"), summary: join(temp, "summary.md") };
    const { name, payload } = eventOf(event);
    writeFileSync(files.event, JSON.stringify(payload));
    const given = Object.entries({ comment: "true", token: TOKEN, ...inputs }).map(([input, value]) => {
      return [`INPUT_${input.toUpperCase().replaceAll("-", "_")}`, value] as const;
    });
    const stepEnv = {
      ...here.env,
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
      GITHUB_EVENT_NAME: name,
      GITHUB_SERVER_URL: "https://github.example.com",
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_SHA: COMMIT,
      GITHUB_RUN_ID: "4711",
      GITHUB_EVENT_PATH: files.event,
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
      RUNNER_TEMP: temp,
      ...Object.fromEntries(given),
      ...env,
    };
    const { code, stdout, stderr } = await runReused({ program: ENTRY, args: [], cwd: here.folder, env: stepEnv });
    return { code, log: stdout + stderr, outputs: readOutputs(textOf(files.output)), summary: textOf(files.summary) };
  };
  return { github, step };
}

/** A fresh place whose list has AB1 and EF3 and whose fleet file has these cars, and steps in it. */
export async function workflow(cars: readonly string[]) {
  const here = await globalPlace(["AB1", "EF3"], cars);
  const want = (...plates: string[]) => here.write("fleet.yaml", globalFleet(plates));
  return { here, want, ...(await stepsIn(here)) };
}

/** Starts the entry point without waiting for its end. */
export function startEntry(cwd: string, env: Readonly<Record<string, string>>): Started {
  return startProcess(process.execPath, [ENTRY], { cwd, env });
}

function eventOf(event: FakeEvent): Exclude<FakeEvent, string> {
  if (typeof event === "object") return event;
  if (event === "push") return { name: event, payload: { ref: "refs/heads/main", after: COMMIT } };
  return { name: "pull_request", payload: pullRequestOf(event === "fork" ? "stranger/fleet" : REPOSITORY) };
}

/** The payload of an event about a pull request whose head is in that repository, or in one that was deleted. */
export function pullRequestOf(headRepository: string | undefined): { readonly pull_request: object } {
  const head = { sha: COMMIT, repo: headRepository === undefined ? null : { full_name: headRepository } };
  return { pull_request: { number: 7, head, base: { repo: { full_name: REPOSITORY } } } };
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Reads GITHUB_OUTPUT by the runner's rules: `name=value` on a line, or `name<<END`, lines, `END`. Throws on anything else. */
export function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line === "") continue;
    const [, name = "", delimiter = ""] = /^([^=]+?)<<(.+)$/.exec(line) ?? [];
    const end = lines.indexOf(delimiter, at + 1);
    if (name === "" || end === -1) throw new Error(`the runner would refuse: ${line}`);
    outputs[name] = lines.slice(at + 1, end).join("\n");
    at = end;
  }
  return outputs;
}
