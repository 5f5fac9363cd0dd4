import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { flows } from "./flows.ts";
import { accountPlace, expectEnd, globalPlace, inFrontOf, plates, writesTo } from "./harness.ts";

flows(import.meta.url);

const JSON_TYPE = { "content-type": "application/json" };

/** Ways of a server to answer without an end: each gets what begins, and what is repeated. */
const WITHOUT_END: Readonly<Record<string, (response: ServerResponse) => () => void>> = {
  "one blank after the other": (response) => {
    response.writeHead(200, JSON_TYPE);
    return () => response.write(" ");
  },
  "100 Continue after 100 Continue": (response) => () => response.writeContinue(),
  silence: () => () => undefined,
};

/** Everything but the login is answered so. */
function withoutEnd(url: string, kind: string, from = "/"): Promise<string> {
  return inFrontOf(url, ({ url: path = "" }, response) => {
    if (path === "/auth/v1" || !path.startsWith(from)) return undefined;
    const timer = setInterval(WITHOUT_END[kind]?.(response) ?? (() => undefined), 100);
    response.on("close", () => clearInterval(timer));
    return "taken";
  });
}

// Side by side: each of them takes its second.
it("S26 plan ends with 6 at its deadline, however the server answers without an end", async () => {
  const here = await globalPlace(["AB1"], ["AB1"]);
  const run = async (kind: string) =>
    here.run("plan", "--deadline", "1s", "--base-url", await withoutEnd(here.sandbox.url, kind));
  for (const ended of await Promise.all(Object.keys(WITHOUT_END).map(run)))
    expectEnd(ended, 6, { stderr: "given by --deadline (1 second) is over" });
});

it("S26 every command that reads ends with 6 at its deadline", async () => {
  const here = await accountPlace({ "4711": ["AB1"] }, { "4711": ["AB1"] });
  const front = await withoutEnd(here.sandbox.url, "silence");
  const run = (command: string) => here.run(...command.split(" "), "--deadline", "1s", "--base-url", front);
  for (const commands of [
    ["audit", "export", "cars list", "accounts list"],
    ["billing report", "users list 4711", "doctor"],
  ])
    for (const ended of await Promise.all(commands.map(run))) expectEnd(ended, 6, { stderr: "--deadline" });
});

it("S26 apply that reaches its deadline while it reads sends nothing and gives the lock back", async () => {
  const here = await globalPlace(["AB1"], ["AB1", "CD2"]);
  const front = await withoutEnd(here.sandbox.url, "silence");
  const ended = await here.run("apply", "--auto-approve", "--deadline", "1s", "--base-url", front);
  expect({ code: ended.code, writes: writesTo(here.sandbox) }).toEqual({ code: 6, writes: [] });
  expect((await here.run("state", "show")).stdout).toContain("Not locked.");
});

it("apply verifies what it sent, names the rest as not sent, ends with 9, and the next run sends the rest", async () => {
  const here = await globalPlace([], plates("AB", 6), "interface: { batchSize: 2 }\n");
  let writes = 0;
  const front = await inFrontOf(here.sandbox.url, ({ method, url }, response) => {
    if (method === "GET" || url === "/auth/v1") return undefined;
    writes += 1;
    if (writes === 1) return undefined;
    response.writeHead(429, { "retry-after": "300" }).end();
    return "taken";
  });
  const args = ["apply", "--auto-approve", "--json", "--allow-adds=6"];
  const ended = await here.run(...args, "--deadline", "4m", "--base-url", front);
  const { counts, scopes } = JSON.parse(ended.stdout);
  expect({ code: ended.code, counts }).toMatchObject({ code: 9, counts: { verified: 2, notSent: 4, unknown: 0 } });
  expect(JSON.stringify(scopes)).toContain("(--deadline) is over");
  expect((await here.run("state", "show")).stdout).toContain("Not locked.");
  expect((await here.run(...args)).code).toBe(0);
});

it("a read that the server holds up with 429 and Retry-After is told on stderr, and not with --quiet", async () => {
  const here = await globalPlace(["AB1"], ["AB1"]);
  for (const quiet of [false, true]) {
    let asked = 0;
    const front = await inFrontOf(here.sandbox.url, ({ url }, response) => {
      if (url === "/auth/v1" || ++asked > 2) return undefined;
      response.writeHead(429, { "retry-after": "1" }).end();
      return "taken";
    });
    const { code, stderr } = await here.run("plan", "--base-url", front, ...(quiet ? ["--quiet"] : []));
    const notes = stderr.match(/Waiting 1 second: the server asks for fewer requests/g) ?? [];
    expect({ code, notes: notes.length > 0 }).toEqual({ code: 0, notes: !quiet });
  }
});
