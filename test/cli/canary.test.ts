import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { AUDIT_FORMATS, PLAN_FORMATS, REPORT_FORMATS } from "../../src/render/index.ts";
import type { Sandbox, StartingData } from "../../src/sandbox/index.ts";
import { rowsFrom } from "../properties.ts";
import { encodingsOf, textsOf } from "../secret-forms.ts";
import { record, user } from "./audit-world.ts";
import { accountFleet, expectEnd, globalFleet, globalPlace, inFrontOf, type Place, place, runCli } from "./harness.ts";

const SECRET = 'c4n4ry+/="\\secret%ü';
const TOKEN = "eyJhbGciOiJIUzI1NiJ9.canary-token.c2lnbmF0dXJl";
/** So many forms has a secret; there are two of them, the client's and the token. */
const FORMS = Object.keys(textsOf(SECRET)).length;
const EACH = Array.from({ length: 2 * FORMS }, (_, at) => at);
const mark = (at: number) => `CANARY${at}.`;

/** A server in front of a sandbox, in whose successful answers every `CANARYn.` turns into a form of the secret or the token. */
async function repeating({ url: sandbox, clientId, clientSecret }: Sandbox) {
  let token = "";
  const forms = () => [SECRET, token].flatMap((secret) => Object.values(textsOf(secret)));
  const relay = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isLogin = request.url === "/auth/v1";
    const body = isLogin ? JSON.stringify({ clientId, clientSecret }) : await bodyOf(request);
    const headers = Object.entries(request.headers).filter(([name]) =>
      /^(?:accept|authorization|content-type)$/.test(name),
    );
    const answer = await fetch(`${sandbox}${request.url}`, {
      method: request.method ?? "GET",
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body }),
    });
    const said = await answer.text();
    if (isLogin) token = JSON.parse(said).idToken;
    const text = said.replace(/CANARY(\d+)\./g, (_, at) => JSON.stringify(forms()[Number(at)] ?? "").slice(1, -1));
    send(response, answer.status, answer.headers.get("content-type") ?? "text/plain", text);
  };
  return { url: await answering(relay), forms };
}

/** A server that repeats whatever it was sent, wherever an error has room for it. */
function echo(isLoggingIn: boolean): Promise<string> {
  return answering(async (request, response) => {
    const said = JSON.stringify({ headers: request.headers, url: request.url, body: await bodyOf(request) });
    const isGranted = request.url === "/auth/v1" && isLoggingIn;
    const problem = { type: said, title: said, status: 500, detail: said, instance: said, traceId: said };
    const granted = { idToken: TOKEN, validUntilDate: "2999-01-01T00:00:00Z" };
    const status = isGranted ? 200 : request.url === "/auth/v1" ? 400 : 500;
    send(response, status, "application/json", JSON.stringify(isGranted ? granted : problem));
  });
}

function answering(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<string> {
  return inFrontOf("", (request, response) => {
    void answer(request, response);
    return "taken";
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) }).end(text);
}

const tainted = EACH.map((at) => ({ ...record(at + 1, "AB1"), costCenter: mark(at) })).map((one, at) => ({
  ...one,
  parking: { ...one.parking, areaName: mark(at), operatorName: mark(at), note: mark(at) },
  user: { ...one.user, firstName: mark(at) },
}));
const users = EACH.map((at) => ({ ...user(String(at + 1), "ACTIVE", "AB1"), firstName: mark(at), lastName: mark(at) }));
const [holder = user("1", "ACTIVE")] = users;
const accounts: NonNullable<StartingData["accounts"]> = [
  {
    baId: "4711",
    name: mark(0),
    cars: ["AB1"],
    billing: tainted,
    users: [{ ...holder, cars: EACH.map(mark) }, ...users.slice(1)],
  },
  ...EACH.map((at) => ({ baId: String(5000 + at), name: mark(at) })),
];
const PLACES = {
  global: {
    start: { cars: ["AB1"], fleet: [...EACH.map(mark), "AB1"], accounts },
    fleet: globalFleet(
      ["AB1", "CD2", ...EACH.map((at) => `NO${at}X`)],
      "policy: { maxAdds: { percent: 100, always: 999 } }\n",
    ),
    rejections: EACH.map((at) => ({ plates: `NO${at}X`, error: `no ${mark(at)} here` })),
  },
  "billing-account": {
    start: { accounts },
    fleet: accountFleet({ "4711": ["AB1", "CD2"] }),
    rejections: [],
  },
} as const;

type Sample = readonly [mode: keyof typeof PLACES, args: readonly string[], shows: boolean];

const SAMPLES: readonly Sample[] = [
  ...PLAN_FORMATS.map((format): Sample => ["global", ["plan", "--format", format, "--plan-file", "plan.json"], false]),
  ...REPORT_FORMATS.map(
    (format): Sample => ["global", ["apply", "--auto-approve", "--format", format, "--report", "r.json"], true],
  ),
  ...AUDIT_FORMATS.map((format): Sample => ["billing-account", ["audit", "--format", format, "--all"], false]),
  ...AUDIT_FORMATS.map(
    (format): Sample => ["global", ["audit", "--format", format, "--output", "audit.out", "--all"], false],
  ),
  ...[[], ["--json"], ["--format", "csv"]].flatMap((form): Sample[] => [
    ["global", ["accounts", "list", ...form], true],
    ["global", ["cars", "list", ...form], false],
    ["global", ["fleet", "list", ...form], true],
    ["billing-account", ["users", "list", "4711", ...form], true],
    ["billing-account", ["users", "get", "4711", "1", ...form], true],
    ["billing-account", ["billing", "list", "4711", ...form], true],
  ]),
  ["global", ["export", "--output", "exported.yaml"], false],
  ["billing-account", ["export", "--json"], true],
  ["billing-account", ["history", "AB1"], true],
  ["billing-account", ["history", "AB1", "--json"], true],
  ["billing-account", ["doctor", "--json"], false],
];

async function prepared(mode: keyof typeof PLACES, start: StartingData = PLACES[mode].start) {
  const { fleet, rejections } = PLACES[mode];
  const here = await place({ mode, start, behaviour: { rejections } });
  here.write("fleet.yaml", fleet);
  const { url, forms } = await repeating(here.sandbox);
  const env = { ...here.env, PLATECTL_BASE_URL: url, PLATECTL_CLIENT_SECRET: SECRET };
  return { here, forms, run: (args: readonly string[]) => runCli([...args, "--verbose"], here.folder, env) };
}

/** Every file below the folder, the journal and reports included. */
function filesOf({ folder }: Place): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

it.each(rowsFrom(SAMPLES, 18))(
  "S2 S6 a successful answer that holds a secret leaks nothing: %s: %j shows none of it and keeps none of it",
  async (mode, args, shows) => {
    const { here, forms, run } = await prepared(mode);
    const { code, stdout, stderr } = await run(args);
    const all = [stdout, stderr, filesOf(here)].join("\n").toLowerCase();
    expect({ code, leaks: forms().filter((form) => all.includes(form.toLowerCase())) }).toEqual({
      code: expect.toBeOneOf([0, 2, 9]),
      leaks: [],
    });
    // What was taken out had arrived.
    if (shows) expect(all).toContain("***");
  },
);

it.each([["plan"], ["apply", "--auto-approve"], ["audit"], ["cars", "list"], ["export"]])(
  "a secret in a row of the live list ends the run and is not shown: %j",
  async (...args) => {
    for (const car of [{ licenseNumber: `X${mark(1)}` }, { licenseNumber: "AB1", features: [mark(FORMS)] }]) {
      const { here, forms, run } = await prepared("global", { cars: [car] });
      const { code, stdout, stderr } = await run(args);
      expectEnd({ code, stderr }, 6, { stderr: "repeats the client secret or the token" });
      const all = [stdout, stderr, filesOf(here)].join("\n");
      expect(forms().filter((form) => all.includes(form))).toEqual([]);
      expect(here.sandbox.requests.every(({ method, path }) => method === "GET" || path === "/auth/v1")).toBe(true);
    }
  },
);

it.each(
  [
    "plan --plan-file plan.json",
    "plan --json",
    "apply --auto-approve --report report.json",
    "audit --json",
    "export",
    "accounts list",
    "doctor",
  ].flatMap((line) => [true, false].map((isLoggingIn) => ({ line, isLoggingIn }))),
)(
  "S2 V11 no secret is in any output when the server repeats in an error what it was sent: $line, login granted: $isLoggingIn",
  async ({ line, isLoggingIn }) => {
    const here = await globalPlace([], ["AB1"]);
    const env = { ...here.env, PLATECTL_BASE_URL: await echo(isLoggingIn), PLATECTL_CLIENT_SECRET: SECRET };
    const { stdout, stderr } = await runCli([...line.split(" "), "--verbose"], here.folder, env);
    const shown = [stdout, stderr, filesOf(here)].join("\n");
    const forms = [SECRET, TOKEN].flatMap((secret) => Object.values(encodingsOf(secret)));
    expect(forms.filter((form) => shown.includes(form))).toEqual([]);
  },
);
