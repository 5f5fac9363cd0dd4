import { createHash } from "node:crypto";
import { z } from "zod";
import { ciRun, proxyFrom, type Variables } from "../cli/index.ts";
import { createConnections, createTransport, parseBaseUrl, type Transport } from "../fleet-api/index.ts";
import { GITHUB_COMMENT_LENGTH } from "../render/index.ts";
import type { ActionInputs, CommentOf } from "./inputs.ts";

const DEADLINE_MS = 30_000;
const PER_PAGE = 100;
/** A page of comments of the greatest length, in the widest characters. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** A pull request with more comments than this gets a second one of ours. */
const MOST_PAGES = 30;
/** What GitHub answers where a permission is missing. */
const REFUSALS = [401, 403, 404];

const commentsShape = z.array(
  z.object({ id: z.number().int(), body: z.string().nullish(), user: z.object({ login: z.string() }).nullable() }),
);
const viewerShape = z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) });
/** The author of our comments when GitHub does not name it: that of a workflow's own token. */
const WORKFLOW_LOGIN = "github-actions[bot]";

const pullsShape = z.array(
  z.object({
    number: z.number().int().positive(),
    merged_at: z.string().nullable(),
    merge_commit_sha: z.string().nullish(),
  }),
);

/** Sends one request to an address of the API. Rejects on every status but those of success. */
type Call = (method: "GET" | "POST" | "PATCH", url: URL, body?: object) => Promise<unknown>;

/**
 * Updates our comment on a pull request, whose first line is hidden and marks it, or makes it. `markdown` makes a page of at most
 * this many characters. For a commit that no merged pull request belongs to, nothing is written. Throws an `Error` with a message for
 * people when GitHub refuses or cannot be reached.
 */
export async function keepComment(
  env: Variables,
  about: CommentOf,
  { token, files, options: { account } }: ActionInputs,
  markdown: (maxLength: number) => string,
): Promise<"created" | "updated" | "not written: no merged pull request belongs to this commit"> {
  const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  if (!token || !api || !repository) throw new Error("the token or GITHUB_API_URL is missing");
  // One for each set of files and accounts. Foreign text cannot forge it: every renderer escapes `<`.
  const isReceipt = about.kind === "receipt";
  const key = createHash("sha256").update(JSON.stringify([files, account, ...(isReceipt ? ["merged"] : [])]));
  const marker = `<!-- platectl ${key.digest("hex").slice(0, 16)} -->`;
  const { url } = ciRun(env);
  const footer = `\n<sub>Commit ${about.commit.slice(0, 10)}${url === undefined ? "" : `, [run ${run}](${url})`}</sub>\n`;
  const page = markdown(GITHUB_COMMENT_LENGTH - marker.length - footer.length - 1);
  const text = { body: `${marker}\n${page}${footer}` };
  const connections = createConnections(proxyFrom(env));
  try {
    const call = callerTo(token, createTransport(connections, DEADLINE_MS));
    const [owner = "", name = ""] = repository.split("/").map(encodeURIComponent);
    const base = `${addressOf("GITHUB_API_URL", api)}/repos/${owner}/${name}`;
    const pull = isReceipt ? await mergedBy(call, base, about.commit) : about.pull;
    if (pull === undefined) return "not written: no merged pull request belongs to this commit";
    const all = new URL(`${base}/issues/${pull}/comments`);
    const own = await findOwn(call, all, marker, await ownLogin(call, env["GITHUB_GRAPHQL_URL"]));
    if (own === undefined) await call("POST", all, text);
    else await call("PATCH", new URL(`${base}/issues/comments/${own}`), text);
    return own === undefined ? "created" : "updated";
  } finally {
    connections.close();
  }
}

// A commit may be in several pull requests; the one that it is the merge of comes first.
async function mergedBy(call: Call, base: string, commit: string): Promise<number | undefined> {
  const url = new URL(`${base}/commits/${commit}/pulls`);
  const { data: pulls } = pullsShape.safeParse(await call("GET", url));
  if (!pulls) throw new Error(`GET ${url.pathname} returned something other than a list of pull requests`);
  const merged = pulls.filter(({ merged_at }) => merged_at !== null);
  return (merged.find(({ merge_commit_sha: own }) => own === commit) ?? merged[0])?.number;
}

// Anyone can copy the marker into a comment of their own and later edit what reviewers take for our plan. So the author must
// be us, and the oldest comment counts: a copy is younger than the original, and GitHub lists the oldest first.
async function findOwn(call: Call, all: URL, marker: string, login: string): Promise<number | undefined> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { data: comments } = commentsShape.safeParse(
      await call("GET", new URL(`${all}?per_page=${PER_PAGE}&page=${page}`)),
    );
    if (!comments) throw new Error(`GET ${all.pathname} returned something other than a list of comments`);
    const own = comments.find(({ body, user }) => user?.login === login && body?.split(/\r?\n/, 1)[0] === marker);
    if (own !== undefined || comments.length < PER_PAGE) return own?.id;
  }
  return undefined;
}

// Every token may ask this, including an app's: `GET /user` works for people only.
async function ownLogin(call: Call, graphqlUrl: string | undefined): Promise<string> {
  if (graphqlUrl === undefined || graphqlUrl === "") return WORKFLOW_LOGIN;
  const url = new URL(addressOf("GITHUB_GRAPHQL_URL", graphqlUrl));
  // GitHub Enterprise servers may lack this part of the API.
  const answer = await call("POST", url, { query: "query { viewer { login } }" }).catch(() => undefined);
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
  return async (method, url, body) => {
    const given = body && { body: JSON.stringify(body) };
    const exchange = await transport({ method, url, headers, maxBytes: MAX_BODY_BYTES, ...given });
    const what = `${method} ${url.pathname}`;
    if (exchange.kind === "failed") throw new Error(`${what} failed: ${exchange.reason}`);
    const { status, flaw, text } = exchange.reply;
    const advice = REFUSALS.includes(status) ? "; the job needs `permissions: { pull-requests: write }`" : "";
    if (status < 200 || status > 299) throw new Error(`${what} returned ${status}${advice}`);
    if (flaw !== undefined) throw new Error(`${what} returned a body that cannot be used: ${flaw}`);
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(`${what} returned a body that is not JSON`);
    }
  };
}
