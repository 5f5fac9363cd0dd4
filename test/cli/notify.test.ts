import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { notificationBody, notificationOf } from "../../src/render/index.ts";
import { planDocumentSchema } from "../../src/schema/index.ts";
import { HOSTILE } from "../render/hostile-corpus.ts";
import { globalFleet, type Place, place, plates } from "./harness.ts";

const SECRET = "T0A1/B0B2/x9Yz-secret-words";
const CI = { CIRCLECI: "true", CIRCLE_BUILD_URL: "https://ci.example.com/job/12" };

interface Told {
  readonly headers: IncomingMessage["headers"];
  readonly url: string;
  readonly body: string;
}

type Answer = (response: ServerResponse) => unknown;

/** A webhook that keeps what it is told. The last answer serves for all further requests. */
async function webhook(...answers: readonly Answer[]) {
  const told: Told[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      told.push({ headers: request.headers, url: request.url ?? "", body });
      (answers[told.length - 1] ?? answers.at(-1) ?? ((one) => one.end("ok")))(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return { told, url: `http://127.0.0.1:${port}/services/${SECRET}?sig=${SECRET}` };
}

/** Two adds and one delete, as plan.json; and the environment for the webhook. */
async function planned(env: Readonly<Record<string, string>>, cars = ["AB1", "GH4", "IJ5"]): Promise<Place> {
  const here = await place({ mode: "global", start: { cars: ["AB1", "EF3"] } }, env);
  here.write("fleet.yaml", globalFleet(cars));
  await here.run("plan", "--plan-file", "plan.json");
  return here;
}

const status = (code: number, text = "", headers: Readonly<Record<string, string>> = {}): Answer => {
  return (response) => response.writeHead(code, headers).end(text);
};

describe("platectl notify", () => {
  it("Slack is told counts, deletes and the link of the run", async () => {
    const { told, url } = await webhook();
    const here = await planned({ PLATECTL_WEBHOOK_URL: url, ...CI });
    const ended = await here.run("notify", "plan.json", "--form", "slack");
    expect(ended).toMatchObject({ code: 0, stdout: "" });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ url: `/services/${SECRET}?sig=${SECRET}` });
    expect(told[0]?.headers["content-type"]).toMatch(/^application\/json/);
    const message = JSON.parse(told[0]?.body ?? "");
    expect(message.text).toBe("The plan of the fleet has changes: 2 add, 0 update, 1 delete");
    const texts = message.blocks.map((block: { text: { text: string } }) => block.text.text);
    expect(texts).toEqual([
      "The plan of the fleet has changes",
      `2 add, 0 update, 1 delete, target \`${here.sandbox.url}\``,
      "*Deletes (1)*\n```\nEF3 (global)\n```",
      "<https://ci.example.com/job/12|Open the run>",
    ]);
  });

  it("Teams is told by an Adaptive Card, whose foreign text is in no Markdown", async () => {
    const { told, url } = await webhook(status(202));
    const here = await planned({ PLATECTL_WEBHOOK_URL: url, ...CI });
    expect((await here.run("notify", "plan.json", "--form", "teams")).code).toBe(0);
    const { type, attachments } = JSON.parse(told[0]?.body ?? "");
    expect({ type, contentType: attachments[0].contentType }).toEqual({
      type: "message",
      contentType: "application/vnd.microsoft.card.adaptive",
    });
    const { body, actions, ...card } = attachments[0].content;
    expect(card).toMatchObject({ type: "AdaptiveCard", version: "1.4" });
    expect(actions).toEqual([{ type: "Action.OpenUrl", title: "Open the run", url: CI.CIRCLE_BUILD_URL }]);
    const ofBlocks = body.filter(({ type: kind }: { type: string }) => kind === "TextBlock");
    expect(JSON.stringify(ofBlocks)).not.toMatch(/EF3|127\.0\.0\.1/);
    expect(JSON.stringify(body)).toContain('"text":"EF3 (global)"');
  });

  it("any other program is told in plain JSON", async () => {
    const { told, url } = await webhook();
    const here = await planned({ PLATECTL_WEBHOOK_URL: url });
    await here.run("notify", "plan.json", "--form", "json");
    expect(JSON.parse(told[0]?.body ?? "")).toEqual({
      kind: "platectl/notification",
      schemaVersion: 1,
      document: "plan",
      title: "The plan of the fleet has changes",
      target: here.sandbox.url,
      counts: { add: 2, update: 0, delete: 1 },
      parts: [{ heading: "Deletes", lines: ["EF3 (global)"], count: 1 }],
    });
  });

  it("a guard that stops the plan comes first, and long lists are cut and counted", async () => {
    const { told, url } = await webhook();
    const live = plates("AB", 60);
    const here = await place({ mode: "global", start: { cars: live } }, { PLATECTL_WEBHOOK_URL: url });
    here.write("fleet.yaml", globalFleet(live.slice(0, 1)));
    await here.run("plan", "--plan-file", "plan.json");
    await here.run("notify", "plan.json", "--form", "json");
    const { title, parts } = JSON.parse(told[0]?.body ?? "");
    expect(title).toBe("A guard stops the plan of the fleet");
    expect(parts[0].lines[0]).toMatch(/59 deletes exceed the limit of 12 \(maxDeletes\); .*--allow-deletes=59/);
    expect(parts[1]).toMatchObject({ heading: "Deletes", count: 59, lines: { length: 10 } });
    const slack = (await here.run("notify", "plan.json", "--form", "slack", "--print")).stdout;
    expect(slack).toContain("… and 49 more");
  });

  it("a report and an audit are told, too", async () => {
    const { told, url } = await webhook();
    const here = await planned({ PLATECTL_WEBHOOK_URL: url });
    await here.run("audit", "--output", "audit.json");
    await here.run("apply", "--auto-approve", "--report", "report.json");
    for (const file of ["report.json", "audit.json"]) await here.run("notify", file, "--form", "json");
    const [report, audit] = told.map(({ body }) => JSON.parse(body));
    expect(report).toMatchObject({ title: "The lists of the fleet were changed", counts: { verified: 3, unknown: 0 } });
    expect(report.parts).toEqual([{ heading: "Deletes", lines: ["delete EF3 (global)"], count: 1 }]);
    expect(audit).toMatchObject({ document: "audit", title: "The audit of the fleet has news" });
    expect(audit.parts[0].lines).toContain("drift-missing (error): 2 findings");
  });

  it.each(["plan", "report", "audit"])("nothing is sent when nothing changed: %s", async (kind) => {
    const { told, url } = await webhook();
    const here = await planned({ PLATECTL_WEBHOOK_URL: url }, ["AB1", "EF3"]);
    await here.run("apply", "--auto-approve", "--report", "report.json");
    await here.run("audit", "--from", "2026-01-01", "--to", "2026-01-02", "--output", "audit.json");
    const ended = await here.run("notify", `${kind}.json`, "--form", "slack");
    expect(ended).toMatchObject({
      code: 0,
      stdout: "",
      stderr: `${kind}.json: nothing changed, so nothing was sent.\n`,
    });
    expect(told).toEqual([]);
  });

  it("an audit that was compared with an earlier one tells only what is new or gone", async () => {
    const here = await planned({});
    await here.run("audit", "--output", "first.json");
    await here.run("audit", "--since", "first.json", "--output", "second.json");
    expect((await here.run("notify", "second.json", "--form", "json", "--print")).stdout).toBe("");
    here.write("fleet.yaml", globalFleet(["AB1", "GH4", "IJ5", "KL6"]));
    await here.run("audit", "--since", "first.json", "--output", "third.json");
    const { counts, parts } = JSON.parse((await here.run("notify", "third.json", "--form", "json", "--print")).stdout);
    expect(counts).toMatchObject({ errors: 1, gone: 0 });
    expect(parts[0].lines).toContain("drift-missing (error): 1 finding");
    expect(parts[0].lines.join()).not.toContain("drift-extra");
  });

  it("plates are masked when that is asked for", async () => {
    const here = await planned({}, ["AB1", "LONGPLATE1"]);
    const { stdout } = await here.run("notify", "plan.json", "--form", "slack", "--print", "--plates", "masked");
    expect(stdout).not.toContain("EF3");
    expect(stdout).toContain("(global)");
  });

  it.each([
    [status(302, "", { location: "https://elsewhere.example.com/" }), /answered 302: redirects are not followed/],
    [status(400, "invalid_blocks"), /answered 400 \(invalid_blocks\): .*--form/],
    [status(404, "no_service"), /answered 404 \(no_service\): the address is wrong, or was revoked/],
    [status(403, `<p>${SECRET}</p>`), /answered 403: /],
    [status(500), /answered 500: the service failed/],
    [(response: ServerResponse) => response.destroy(), /not delivered: the exchange with the webhook stopped early/],
  ])(
    "a webhook that does not take the message ends the command with 11 and the reason: case %#",
    async (answer, why) => {
      const { told, url } = await webhook(answer);
      const here = await planned({ PLATECTL_WEBHOOK_URL: url });
      const ended = await here.run("notify", "plan.json", "--form", "slack", "--verbose");
      expect(ended.code).toBe(11);
      expect(ended.stderr).toMatch(why);
      expect(told).toHaveLength(1);
      const [host = ""] = /127\.0\.0\.1:\d+/.exec(url) ?? [];
      for (const secret of [SECRET, ...SECRET.split("/"), host])
        expect(ended.stdout + ended.stderr).not.toContain(secret);
    },
  );

  it("a webhook that is told too much is told again, and a refusal that lasts ends with 11", async () => {
    const first = await webhook(status(429, "", { "retry-after": "1" }), status(200, "ok"));
    const here = await planned({ PLATECTL_WEBHOOK_URL: first.url });
    expect((await here.run("notify", "plan.json", "--form", "slack")).code).toBe(0);
    expect(first.told).toHaveLength(2);
    const lasting = await webhook(status(429));
    const there = await planned({ PLATECTL_WEBHOOK_URL: lasting.url });
    expect((await there.run("notify", "plan.json", "--form", "slack")).code).toBe(11);
    expect(lasting.told).toHaveLength(3);
    const patient = await webhook(status(429, "", { "retry-after": "3600" }));
    const elsewhere = await planned({ PLATECTL_WEBHOOK_URL: patient.url });
    expect((await elsewhere.run("notify", "plan.json", "--form", "slack")).code).toBe(11);
    expect(patient.told).toHaveLength(1);
  });

  it("a webhook that cannot be reached is tried again, and never named", async () => {
    const here = await planned({ PLATECTL_WEBHOOK_URL: `http://127.0.0.1:1/${SECRET}` });
    const ended = await here.run("notify", "plan.json", "--form", "slack", "--verbose");
    expect(ended.code).toBe(11);
    expect(ended.stderr.match(/POST \(webhook\) failed/g)).toHaveLength(3);
    expect(ended.stderr).toContain("no request reached the webhook: it refused the connection");
    expect(ended.stderr).not.toMatch(/127\.0\.0\.1|secret/);
  });

  it.each([
    [{}, /PLATECTL_WEBHOOK_URL is not set/],
    [{ PLATECTL_WEBHOOK_URL: `http://hooks.example.com/${SECRET}` }, /write https:\/\//],
    [{ PLATECTL_WEBHOOK_URL: "https://me:a-secret@hooks.example.com/" }, /no user name or password/],
    [{ PLATECTL_WEBHOOK_URL: `https://169.254.169.254/${SECRET}` }, /metadata/],
    [{ PLATECTL_WEBHOOK_URL: `https://hooks.example.com/${SECRET}#x` }, /no fragment/],
    [{ PLATECTL_WEBHOOK_URL: SECRET }, /not an address/],
    [{ PLATECTL_WEBHOOK_URL: "https://a.example.com/", PLATECTL_WEBHOOK_URL_FILE: "x" }, /are both set/],
    [{ PLATECTL_WEBHOOK_URL_FILE: "missing" }, /missing cannot be read/],
  ])("an address that cannot be used ends with 3, and is not repeated: case %#", async (env, why) => {
    const here = await planned(env);
    const ended = await here.run("notify", "plan.json", "--form", "slack");
    expect(ended).toMatchObject({ code: 3, stdout: "" });
    expect(ended.stderr).toMatch(why);
    expect(ended.stderr).not.toContain("secret");
  });

  it("hostile text pings nobody, leaves no code block, and makes no link or Markdown", async () => {
    const here = await planned({});
    const plan = planDocumentSchema.parse(JSON.parse(here.read("plan.json")));
    const texts = [...Object.values(HOSTILE).flat(), "<!channel>", "``` <@U1> ```", "[a](http://b)", "{{DATE(x)}}"];
    for (const text of texts) {
      const scopes = plan.scopes.map((scope) => ({
        ...scope,
        changes: [{ action: "delete" as const, licenseNumber: text }],
      }));
      const message = notificationOf({ ...plan, scopes, target: { ...plan.target, baseUrl: text } });
      if (!message) throw new Error("a delete is to be told");
      const slack = JSON.parse(notificationBody("slack", message, undefined));
      for (const { text: block } of slack.blocks) {
        expect(block.text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
        expect(block.text.split("```").length).toBeLessThanOrEqual(3);
        expect(block.text.length).toBeLessThanOrEqual(3000);
      }
      expect(slack.text).toBe("The plan of the fleet has changes: 2 add, 0 update, 1 delete");
      const { body } = JSON.parse(notificationBody("teams", message, undefined)).attachments[0].content;
      expect(
        body.flatMap((block: { type: string; text: string }) => (block.type === "TextBlock" ? block.text : [])),
      ).toEqual(["The plan of the fleet has changes", "2 add, 0 update, 1 delete", "Deletes (1)"]);
      expect(JSON.stringify(body)).not.toContain("{{");
    }
  });

  it("a document that is none of ours ends with 3", async () => {
    const here = await planned({});
    here.write("other.json", "{}");
    const ended = await here.run("notify", "other.json", "--form", "json", "--print");
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining("not a plan, report or audit") });
  });
});
