import { expect, it } from "vitest";
import { plates } from "../cli/harness.ts";
import { readMarkdown } from "../render/sinks.ts";
import { COMMIT, type FakeComment, fakeGithub, runStep, workflow } from "./runner.ts";

const bot = { login: "github-actions[bot]", type: "Bot" };
const MARKER = /^<!-- platectl [0-9a-f]{16} -->$/;

it("the comment on a pull request is created by the first run and updated in place by the second", async () => {
  const { github, step, want } = await workflow(["AB1", "GH4"]);
  const first = await step("pull_request");
  expect({ code: first.code, log: first.log }).toEqual({ code: 0, log: expect.stringContaining("Comment created.") });
  const [{ id = 0, body = "" } = {}] = github.comments;
  expect(body.split("\n")[0]).toMatch(MARKER);
  expect(body).toContain("**Plan: 1 to add, 0 to update, 1 to delete, 1 unchanged, 0 kept.**");
  expect(body).toContain(
    `<sub>Commit ${COMMIT.slice(0, 10)}, [run 4711](https://github.example.com/acme/fleet/actions/runs/4711)</sub>`,
  );

  want("AB1", "EF3");
  const second = await step("pull_request");
  expect(second.log).toContain("Comment updated.");
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]).toMatchObject({ id, body: expect.stringContaining("\n\nNo changes.") });
});

it("the comment on a pull request is found behind more comments than one page holds", async () => {
  const { here } = await workflow(["AB1", "EF3"]);
  const chatter = Array.from({ length: 230 }, (_, at) => ({ id: at + 1, body: `comment ${at}`, user: bot }));
  const github = await fakeGithub(chatter);
  await runStep(here, github, "pull_request", {});
  await runStep(here, github, "pull_request", {});
  expect(github.comments).toHaveLength(231);
});

it("the comment on a pull request is not someone else's with a copy of the marker (S17)", async () => {
  const { here, github, step } = await workflow(["AB1", "EF3"]);
  await step("pull_request");
  const [{ body: genuine = "" } = {}] = github.comments;
  const forged: FakeComment = { id: 1, body: genuine, user: { login: "mallory", type: "User" } };
  const quoted: FakeComment = { id: 2, body: `look:\n${genuine}`, user: bot };
  const crowded = await fakeGithub([forged, quoted]);
  await runStep(here, crowded, "pull_request", {});
  expect(crowded.comments.map(({ id }) => id)).toEqual([1, 2, 1002]);
  expect(forged.body).toBe(genuine);
});

it.each(["fleet-app[bot]", "github-actions[bot]"])(
  "the comment on a pull request is not another app's with a copy of the marker: %s",
  async (self) => {
    const { github, step, want } = await workflow(["AB1", "EF3"]);
    github.actAs(self);
    await step("pull_request");
    const [{ body: genuine = "" } = {}] = github.comments;
    const forged: FakeComment = { id: 1, body: genuine, user: { login: "otherbot[bot]", type: "Bot" } };
    github.comments.unshift(forged);
    want("AB1");
    expect((await step("pull_request")).log).toContain("Comment updated.");
    expect(forged.body).toBe(genuine);
    expect(github.comments.map(({ user }) => user.login)).toEqual(["otherbot[bot]", self]);
    expect(github.comments[1]?.body).not.toBe(genuine);
  },
);

it.each([200, 403, 404])(
  "the comment on a pull request is the workflow's own where GitHub does not say whose the token is (%i)",
  async (status) => {
    const { github, step } = await workflow(["AB1", "EF3"]);
    github.beMute(status);
    await step("pull_request");
    expect((await step("pull_request")).log).toContain("Comment updated.");
  },
);

it("the comment on a pull request is never sent in the clear", async () => {
  const { step } = await workflow(["AB1", "EF3"]);
  const { code, log } = await step("pull_request", {}, { GITHUB_API_URL: "http://api.github.example.com" });
  expect({ code, log }).toEqual({ code: 0, log: expect.stringContaining("GITHUB_API_URL cannot be used") });
});

it("the comment on a pull request says that a run failed, so that no old plan is taken for the new one", async () => {
  const { github, step } = await workflow(["AB1"]);
  await step("pull_request");
  const { code, log } = await step("pull_request", {}, { PLATECTL_CLIENT_SECRET: "not-the-secret" });
  expect(code).toBe(5);
  expect(log).toMatch(/^::error title=platectl::/m);
  expect(github.comments[0]?.body).toContain("**platectl plan ended with exit code 5.**");
});

it.each([403, 404, 500])("a comment that GitHub refuses with %s is a warning, and the plan stands", async (status) => {
  const { github, step } = await workflow(["AB1", "GH4"]);
  github.refuseWith(status);
  const { code, log, outputs } = await step("pull_request");
  expect(code).toBe(0);
  expect(log).toMatch(new RegExp(`^::warning title=platectl::The comment could not be written: .* ${status}`, "m"));
  expect(outputs).toMatchObject({ "exit-code": "2", add: "1", delete: "1" });
});

it("no comment is written on a push, or unless asked for", async () => {
  const { github, step } = await workflow(["AB1"]);
  await step("push");
  await step("pull_request", { comment: "false" });
  expect(github.calls).toEqual([]);
});

it("the comment fits its limit, however much changes, and is valid Markdown (J1)", async () => {
  const { github, step } = await workflow(["AB1", "EF3", ...plates("LONG", 3000)]);
  expect(await step("pull_request", { "allow-adds": "3000" })).toMatchObject({ code: 0 });
  const [{ body = "" } = {}] = github.comments;
  expect(body.length).toBeLessThanOrEqual(65_536);
  expect(body).toMatch(/\*\*Left out to fit .*\d adds\. `plan\.html`, which this step wrote to its output `folder`,/);
  expect(body).toMatch(/<\/sub>\n$/);
  expect(readMarkdown(body).structure.filter((one) => one.includes("</details>")).length).toBeGreaterThan(0);
});
