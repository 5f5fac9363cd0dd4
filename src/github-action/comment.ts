import { createHash } from "node:crypto";
import { z } from "zod";
import { proxyFrom, type Variables } from "../cli/index.ts";
import { createConnections, createTransport, parseBaseUrl, type Transport } from "../fleet-api/index.ts";
import { GITHUB_COMMENT_LENGTH } from "../render/index.ts";
import type { ActionEvent, ActionInputs } from "./inputs.ts";

const DEADLINE_MS = 30_000;
const PER_PAGE = 100;
/** A page of comments of the greatest length, in the widest characters. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** A pull request with more comments than this gets a second one of ours. */
const MOST_PAGES = 30;
/** What GitHub answers where a permission is missing. */
const REFUSALS = [401, 403, 404];

const commentShape = z.object({
  id: z.number().int(),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullable(),
});
const viewerShape = z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) });
/** The author of our comments when GitHub does not name it: that of a workflow's own token. */
const WORKFLOW_LOGIN = "github-actions[bot]";

/** Sends one request to an address of the API. Rejects on every status but the expected one. */
type Call = (method: "GET" | "POST" | "PATCH", url: URL, status: number, body?: string) => Promise<unknown>;

/**
 * Updates our comment on a pull request, whose first line is hidden and marks it, or makes it. `markdown` makes a page of at most
 * so many characters. Throws an `Error` with a message for people when GitHub refuses or cannot be reached.
 */
export async function keepComment(
  env: Variables,
  { number, commit }: Extract<ActionEvent, { kind: "pull-request" }>,
  inputs: ActionInputs,
  markdown: (maxLength: number) => string,
): Promise<"created" | "updated"> {
  const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository } = env;
  if (!inputs.token || !api || !repository) throw new Error("the token or GITHUB_API_URL is missing");
  const marker = markerOf(inputs);
  const footer = footerOf(env, commit);
  const page = markdown(GITHUB_COMMENT_LENGTH - marker.length - footer.length - 1);
  const text = JSON.stringify({ body: `${marker}\n${page}${footer}` });
  const connections = createConnections(proxyFrom(env));
  try {
    const call = callerTo(inputs.token, createTransport(connections, DEADLINE_MS));
    const [owner = "", name = ""] = repository.split("/").map(encodeURIComponent);
    const issues = `${addressOf("GITHUB_API_URL", api)}/repos/${owner}/${name}/issues`;
    const all = new URL(`${issues}/${number}/comments`);
    const own = await findOwn(call, all, marker, () => ownLogin(call, env["GITHUB_GRAPHQL_URL"]));
    if (own === undefined) await call("POST", all, 201, text);
    else await call("PATCH", new URL(`${issues}/comments/${own}`), 200, text);
    return own === undefined ? "created" : "updated";
  } finally {
    connections.close();
  }
}

/** One for each set of files and accounts. Foreign text cannot forge it: every renderer escapes `<`. */
function markerOf({ files, options: { account } }: ActionInputs): string {
  const key = createHash("sha256").update(JSON.stringify([files, account]));
  return `<!-- platectl ${key.digest("hex").slice(0, 16)} -->`;
}

/** The last line: its commit and run. Values in any other form than GitHub's are left out. */
function footerOf(env: Variables, commit: string): string {
  const { GITHUB_SERVER_URL: server = "", GITHUB_REPOSITORY: repository = "", GITHUB_RUN_ID: run = "" } = env;
  if (!/^[0-9a-f]{7,64}$/.test(commit)) return "";
  const url = `${server}/${repository}/actions/runs/${run}`;
  const link = /^https?:\/\/[\w.:-]+\/[\w.-]+\/[\w.-]+\/actions\/runs\/\d+$/.test(url) ? `, [run ${run}](${url})` : "";
  return `\n<sub>Commit ${commit.slice(0, 10)}${link}</sub>\n`;
}

// Anyone can copy the marker into a comment of their own and later edit what reviewers take for our plan. So the author must
// be us, and the oldest comment counts: a copy is younger than the original.
async function findOwn(
  call: Call,
  all: URL,
  marker: string,
  login: () => Promise<string>,
): Promise<number | undefined> {
  const marked: z.infer<typeof commentShape>[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const url = new URL(`${all}?per_page=${PER_PAGE}&page=${page}`);
    const comments = z.array(commentShape).parse(await call("GET", url, 200));
    marked.push(...comments.filter(({ body }) => body?.split(/\r?\n/, 1)[0] === marker));
    if (comments.length < PER_PAGE) break;
  }
  if (marked.length === 0) return undefined;
  const self = await login();
  return marked.sort((left, right) => left.id - right.id).find(({ user }) => user?.login === self)?.id;
}

// Every token may ask this, including an app's: `GET /user` works for people only.
async function ownLogin(call: Call, graphqlUrl: string | undefined): Promise<string> {
  if (graphqlUrl === undefined || graphqlUrl === "") return WORKFLOW_LOGIN;
  const url = new URL(addressOf("GITHUB_GRAPHQL_URL", graphqlUrl));
  const query = JSON.stringify({ query: "query { viewer { login } }" });
  // GitHub Enterprise servers may lack this part of the API.
  const answer = await call("POST", url, 200, query).catch(() => undefined);
  return viewerShape.safeParse(answer).data?.data.viewer.login ?? WORKFLOW_LOGIN;
}

function addressOf(variable: string, text: string): string {
  const reading = parseBaseUrl(text);
  if (reading.kind === "problem") throw new Error(`${variable} cannot be used: ${reading.message}`);
  return reading.url.href.replace(/\/$/, "");
}

function callerTo(token: string, transport: Transport): Call {
  const headers = {
    accept: "application/vnd.github+json",
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "user-agent": "platectl",
    "x-github-api-version": "2022-11-28",
  };
  return async (method, url, status, body) => {
    const given = body === undefined ? {} : { body };
    const exchange = await transport({ method, url, headers, maxBytes: MAX_BODY_BYTES, ...given });
    const what = `${method} ${url.pathname}`;
    if (exchange.kind === "failed") throw new Error(`${what} failed: ${exchange.reason}`);
    const { reply } = exchange;
    const advice = REFUSALS.includes(reply.status) ? "; the job needs `permissions: { pull-requests: write }`" : "";
    if (reply.status !== status) throw new Error(`${what} returned ${reply.status}${advice}`);
    if (reply.flaw !== undefined) throw new Error(`${what} returned a body that cannot be used: ${reply.flaw}`);
    return JSON.parse(reply.text);
  };
}
