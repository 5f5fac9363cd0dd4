import { expect } from "vitest";
import type { SandboxBehaviour, SandboxOptions } from "../../src/sandbox/index.ts";
import { loosely, testRows } from "../case-files.ts";
import { platesOf, type Seen, visit, visitorOf } from "./visitor.ts";

/** One request to a sandbox, its answer, and what is on the list afterwards. */
interface Case {
  readonly what: string;
  readonly mode?: SandboxOptions["mode"];
  readonly start?: SandboxOptions["start"];
  readonly behaviour?: Partial<SandboxBehaviour>;
  /** Without a login. */
  readonly isOut?: boolean;
  readonly request: string;
  readonly body?: unknown;

  readonly status: number;
  /** The methods that a 405 allows. */
  readonly allow?: string;
  /** What the body holds; a text that begins or ends with `…` need only be held. */
  readonly answer?: object;
  readonly plates?: readonly string[];
  readonly left?: readonly string[];
}

const NOW = Date.UTC(2026, 2, 1, 8, 15);

/** A test for each row with a request in the data file beside a test. */
export function requestCases(test: string): void {
  testRows(
    test,
    async (one: Case) => {
      const { mode = "global", start = {}, behaviour = {} } = one;
      const visitor = await visit({ mode, start, behaviour, clock: { now: () => NOW } });
      const { sandbox } = visitor;
      const [method = "", path = ""] = one.request.split(/ (.*)/s);
      const { send } = one.isOut ? visitorOf(sandbox) : visitor;
      judge(await send(method, path, one.body), one, path);
      const scope = mode === "global" ? "global" : "account:4711";
      if (one.left) expect(sandbox.model.plates(scope)).toEqual(one.left);
    },
    ({ request }) => request !== undefined,
  );
}

function judge(reply: Seen, { status, allow, answer, plates }: Case, path: string): void {
  expect([reply.status, reply.headers.get("allow")]).toEqual([status, allow ?? null]);
  if (answer) expect(reply.body).toMatchObject(loosely(answer));
  if (plates) expect(platesOf(reply)).toEqual(plates);
  if (status === 401 && path !== "/auth/v1") expect(reply.headers.get("www-authenticate")).toBe("Bearer");
  if (status < 400) return;
  expect(reply.headers.get("content-type")).toBe("application/problem+json");
  expect(reply.text).not.toContain("idToken");
  expect(reply.body).toEqual({
    type: expect.stringMatching(/^https:/),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: path.replace(/\?.*/, ""),
    timestamp: NOW,
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
}
