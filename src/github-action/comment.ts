import { z } from "zod";
import {
  createConnections,
  createTransport,
  type ProxySettings,
  parseBaseUrl,
  type Transport,
} from "../fleet-api/index.ts";

/** Where a comment goes, and as whom. */
export interface CommentPlace {
  /** `GITHUB_API_URL`. */
  readonly apiUrl: string;
  /** `GITHUB_GRAPHQL_URL`. */
  readonly graphqlUrl: string | undefined;
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly token: string;
  readonly proxy: ProxySettings;
}

const DEADLINE_MS = 30_000;
const PER_PAGE = 100;
/** A page of comments of the greatest length, in the widest characters. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** A pull request with more comments than this gets a second one of ours. */
const MOST_PAGES = 30;

const commentShape = z.object({
  id: z.number().int(),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullable(),
});
const viewerShape = z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) });
/** The author of our comments when GitHub does not name it: that of a workflow's own token. */
const WORKFLOW_LOGIN = "github-actions[bot]";
type Comment = z.infer<typeof commentShape>;

/** Sends one request to an address of the API. Rejects on every status but the expected one. */
type Call = (method: "GET" | "POST" | "PATCH", url: URL, status: number, body?: string) => Promise<unknown>;

/**
 * Updates our comment, whose first line is the marker, or makes it. Throws an `Error` with a message for people when
 * GitHub refuses or cannot be reached.
 */
export async function keepComment(place: CommentPlace, marker: string, body: string): Promise<"created" | "updated"> {
  const connections = createConnections(place.proxy);
  try {
    const call = callerTo(place, createTransport(connections, DEADLINE_MS));
    const [owner = "", name = ""] = place.repository.split("/").map(encodeURIComponent);
    const issues = `${addressOf("GITHUB_API_URL", place.apiUrl)}/repos/${owner}/${name}/issues`;
    const all = new URL(`${issues}/${place.number}/comments`);
    const own = await findOwn(call, all, marker, () => ownLogin(call, place.graphqlUrl));
    const text = JSON.stringify({ body: `${marker}\n${body}` });
    if (own === undefined) await call("POST", all, 201, text);
    else await call("PATCH", new URL(`${issues}/comments/${own.id}`), 200, text);
    return own === undefined ? "created" : "updated";
  } finally {
    connections.close();
  }
}

// Anyone can copy the marker into a comment of their own and later edit what reviewers take for our plan. So the author must
// be us, and the oldest comment counts: a copy is younger than the original.
async function findOwn(
  call: Call,
  all: URL,
  marker: string,
  login: () => Promise<string>,
): Promise<Comment | undefined> {
  const marked: Comment[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const url = new URL(`${all}?per_page=${PER_PAGE}&page=${page}`);
    const comments = z.array(commentShape).parse(await call("GET", url, 200));
    marked.push(...comments.filter(({ body }) => body?.split(/\r?\n/, 1)[0] === marker));
    if (comments.length < PER_PAGE) break;
  }
  if (marked.length === 0) return undefined;
  const self = await login();
  return marked.sort((left, right) => left.id - right.id).find(({ user }) => user?.login === self);
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

function callerTo(place: CommentPlace, transport: Transport): Call {
  return async (method, url, status, body) => {
    const headers = {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${place.token}`,
      "content-type": "application/json",
      "user-agent": "platectl",
      "x-github-api-version": "2022-11-28",
    };
    const exchange = await transport({
      method,
      url,
      headers,
      maxBytes: MAX_BODY_BYTES,
      ...(body !== undefined && { body }),
    });
    const what = `${method} ${url.pathname}`;
    if (exchange.kind === "failed") throw new Error(`${what} failed: ${exchange.reason}`);
    const { reply } = exchange;
    if (reply.status !== status) throw new Error(`${what} returned ${reply.status}${adviceFor(reply.status)}`);
    if (reply.flaw !== undefined) throw new Error(`${what} returned a body that cannot be used: ${reply.flaw}`);
    return JSON.parse(reply.text);
  };
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403 || status === 404)
    return "; the job needs `permissions: { pull-requests: write }`";
  return "";
}
