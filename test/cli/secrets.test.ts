import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodingsOf } from "../secret-forms.ts";
import { globalPlace, inFrontOf, type Place, runCli } from "./harness.ts";

const SECRET = 'c4n4ry+/="\\secret%ü';
const TOKEN = "eyJhbGciOiJIUzI1NiJ9.canary-token.c2lnbmF0dXJl";

/** A server that repeats whatever it was sent, wherever an answer has room for it. */
function echo(isLoggingIn: boolean): Promise<string> {
  return inFrontOf("", (request, response) => {
    void repeat(request, response, isLoggingIn);
    return "taken";
  });
}

async function repeat(request: IncomingMessage, response: ServerResponse, isLoggingIn: boolean): Promise<void> {
  const said = JSON.stringify({ headers: request.headers, url: request.url, body: await bodyOf(request) });
  const isLogin = request.url === "/auth/v1";
  const problem = { type: said, title: said, status: 500, detail: said, instance: said, traceId: said };
  const token = { idToken: TOKEN, validUntilDate: "2999-01-01T00:00:00Z" };
  const body = JSON.stringify(isLogin && isLoggingIn ? token : problem);
  const status = isLogin && isLoggingIn ? 200 : isLogin ? 400 : 500;
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "utf8"));
}

async function leaks(here: Place, env: Readonly<Record<string, string>>, args: readonly string[]): Promise<string[]> {
  const { stdout, stderr } = await runCli([...args, "--verbose"], here.folder, { ...here.env, ...env });
  const shown = [stdout, stderr, ...filesIn(here.folder)].join("\n");
  return [SECRET, TOKEN].flatMap((secret) => Object.values(encodingsOf(secret))).filter((form) => shown.includes(form));
}

const COMMANDS = [
  ["plan", "--plan-file", "plan.json"],
  ["plan", "--json"],
  ["apply", "--auto-approve", "--report", "report.json"],
  ["audit", "--json"],
  ["export"],
  ["accounts", "list"],
  ["doctor"],
];

describe("S2 V11: no secret in any output when the server repeats in an error what it was sent", () => {
  it.each(COMMANDS.flatMap((args) => [true, false].map((isLoggingIn) => ({ args, isLoggingIn }))))(
    "no secret is in any output when the server repeats in an error what it was sent: $args, login granted: $isLoggingIn",
    async ({ args, isLoggingIn }) => {
      const here = await globalPlace([], ["AB1"]);
      const env = { PLATECTL_BASE_URL: await echo(isLoggingIn), PLATECTL_CLIENT_SECRET: SECRET };
      expect(await leaks(here, env, args)).toEqual([]);
    },
  );
});
