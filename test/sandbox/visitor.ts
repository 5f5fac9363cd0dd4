import { onTestFinished } from "vitest";
import { z } from "zod";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";

/** What a login answers (interface 2, Token). */
export const tokenShape = z.object({ idToken: z.string(), validUntilDate: z.string() });

const pageShape = z.object({ content: z.array(z.unknown()), page: z.record(z.string(), z.number()) });
const rowShape = z.string().or(z.object({ licenseNumber: z.string() }).transform((row) => row.licenseNumber));

/** A reply, read to its end. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed where there is text; ids beyond 2^53 lose digits here, so look at `text` for those. */
  readonly body: unknown;
}

/** A logged-in client of a sandbox that ends with the test. */
export interface Visitor<Server = Sandbox> {
  readonly sandbox: Server;
  send(method: string, path: string, body?: unknown): Promise<Seen>;
  get(path: string): Promise<Seen>;
  login(): Promise<void>;
}

/** Starts a sandbox for one test and logs in. */
export async function visit(options: Partial<SandboxOptions> = {}): Promise<Visitor> {
  const sandbox = await startSandbox({ mode: "global", ...options });
  onTestFinished(() => sandbox.close());
  const visitor = visitorOf(sandbox);
  await visitor.login();
  return visitor;
}

/** A client of a sandbox, not logged in. */
export function visitorOf<Server extends Pick<Sandbox, "url" | "clientId" | "clientSecret">>(
  sandbox: Server,
): Visitor<Server> {
  let authorization: string | undefined;
  const send = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: { ...(authorization && { authorization }) },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, text, body: text === "" ? undefined : JSON.parse(text) };
  };
  return {
    sandbox,
    send,
    get: (path) => send("GET", path),
    login: async () => {
      const { clientId, clientSecret } = sandbox;
      const { body } = await send("POST", "/auth/v1", { clientId, clientSecret });
      authorization = `Bearer ${tokenShape.parse(body).idToken}`;
    },
  };
}

/** The page wrapper of a reply. */
export function pageOf(seen: Seen): z.infer<typeof pageShape> {
  return pageShape.parse(seen.body);
}

/** The plates in a page of cars. */
export function platesOf(seen: Seen): string[] {
  return pageOf(seen).content.map((row) => rowShape.parse(row));
}
