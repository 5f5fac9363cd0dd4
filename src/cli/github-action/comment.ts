import { z } from "zod";
import { type Connections, createConnections } from "../../fleet-api/dispatcher.ts";
import { type ProxySettings, parseBaseUrl } from "../../fleet-api/index.ts";

/** Where a comment goes, and as whom. */
export interface CommentPlace {
  /** `GITHUB_API_URL`. */
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly token: string;
  readonly proxy: ProxySettings;
}

const DEADLINE_MS = 30_000;
const PER_PAGE = 100;
/** A pull request with more comments than this gets a second one of ours. */
const MOST_PAGES = 30;

const commentShape = z.object({
  id: z.number().int(),
  body: z.string().nullish(),
  user: z.object({ login: z.string(), type: z.string() }).nullable(),
});
type Comment = z.infer<typeof commentShape>;

/** Sends one request below the API's address. Rejects on every status but the expected one. */
type Call = (method: "GET" | "POST" | "PATCH", path: string, status: number, body?: string) => Promise<unknown>;

/**
 * Updates our comment, whose first line is the marker, or makes it. Throws an `Error` for people when GitHub does not let
 * us, or cannot be reached.
 */
export async function keepComment(place: CommentPlace, marker: string, body: string): Promise<"created" | "updated"> {
  const connections = createConnections(place.proxy);
  try {
    const call = callerTo(place, connections.dispatcherFor);
    const [owner = "", name = ""] = place.repository.split("/").map(encodeURIComponent);
    const issues = `/repos/${owner}/${name}/issues`;
    const own = await findOwn(call, `${issues}/${place.number}/comments`, marker);
    const text = JSON.stringify({ body: `${marker}\n${body}` });
    if (own === undefined) await call("POST", `${issues}/${place.number}/comments`, 201, text);
    else await call("PATCH", `${issues}/comments/${own.id}`, 200, text);
    return own === undefined ? "created" : "updated";
  } finally {
    await connections.close();
  }
}

// Everyone may copy the marker into a comment of their own, and could then edit what reviewers take for our plan. So the
// comment must be by who we are, and the oldest one counts: a copy is younger than the original.
async function findOwn(call: Call, path: string, marker: string): Promise<Comment | undefined> {
  const marked: Comment[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const comments = z.array(commentShape).parse(await call("GET", `${path}?per_page=${PER_PAGE}&page=${page}`, 200));
    marked.push(...comments.filter(({ body }) => body?.split(/\r?\n/, 1)[0] === marker));
    if (comments.length < PER_PAGE) break;
  }
  marked.sort((left, right) => left.id - right.id);
  const byApp = marked.find(({ user }) => user?.type === "Bot");
  if (byApp !== undefined || marked.length === 0) return byApp;
  // With a person's token our comments are that person's. The workflow's own token may not ask who it is.
  const login = await call("GET", "/user", 200).then(
    (user) => z.object({ login: z.string() }).parse(user).login,
    () => undefined,
  );
  return marked.find(({ user }) => user?.login === login);
}

function callerTo(place: CommentPlace, dispatcherFor: Connections["dispatcherFor"]): Call {
  const base = parseBaseUrl(place.apiUrl);
  if (base.kind === "problem") throw new Error(`GITHUB_API_URL cannot be used: ${base.message}`);
  return async (method, path, status, body) => {
    const url = new URL(`${base.url.href.replace(/\/$/, "")}${path}`);
    const init: RequestInit = {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${place.token}`,
        "content-type": "application/json",
        "user-agent": "platectl",
        "x-github-api-version": "2022-11-28",
      },
      redirect: "manual",
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...(body !== undefined && { body }),
    };
    const response = await fetch(url, Object.assign(init, { dispatcher: dispatcherFor(url) }));
    if (response.status === status) return response.json();
    await response.body?.cancel();
    throw new Error(`${method} ${url.pathname} was answered ${response.status}${adviceFor(response.status)}`);
  };
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403 || status === 404)
    return "; the job needs `permissions: { pull-requests: write }`";
  return "";
}
