import { expect, it } from "vitest";
import { plates } from "../cli/harness.ts";
import { readMarkdown } from "../render/sinks.ts";
import { COMMIT, stepsIn, workflow } from "./runner.ts";

const user = { login: "github-actions[bot]" };
const MARKER = /^<!-- platectl [0-9a-f]{16} -->$/;

it("the comment on a pull request is created by the first run and updated in place by the second", async () => {
  const { github, step, want } = await workflow(["AB1", "GH4"]);
  const first = await step("pull_request");
  expect(first).toMatchObject({ code: 0, log: expect.stringContaining("Comment created.") });
  const [{ id = 0, body = "" } = {}] = github.comments;
  expect(body.split("\n")[0]).toMatch(MARKER);
  expect(body).toContain("**Plan: 1 to add, 0 to update, 1 to delete, 1 unchanged, 0 kept.**");
  const run = "[run 4711](https://github.example.com/acme/fleet/actions/runs/4711)";
  expect(body).toContain(`<sub>Commit ${COMMIT.slice(0, 10)}, ${run}</sub>`);
  want("AB1", "EF3");
  expect((await step("pull_request")).log).toContain("Comment updated.");
  expect(github.comments).toMatchObject([{ id, body: expect.stringContaining("\n\nNo changes.") }]);
});

it("the comment on a pull request is found behind more comments than one page holds", async () => {
  const { here } = await workflow(["AB1", "EF3"]);
  const chatter = Array.from({ length: 230 }, (_, at) => ({ id: at + 1, body: `comment ${at}`, user }));
  const { github, step } = await stepsIn(here, chatter);
  for (let run = 0; run < 2; run += 1) await step("pull_request");
  expect(github.comments).toHaveLength(231);
});

it.each([
  ["fleet-app[bot]", "otherbot[bot]"],
  ["github-actions[bot]", "otherbot[bot]"],
  ["github-actions[bot]", "mallory"],
])("the comment on a pull request by %s is not that of %s with a copy of the marker (S17)", async (login, other) => {
  const { github, step, want } = await workflow(["AB1", "EF3"]);
  github.login = login;
  await step("pull_request");
  const [own, genuine = ""] = [github.comments[0], github.comments[0]?.body];
  const forged = { id: 1, body: genuine, user: { login: other } };
  const quoted = { id: 2, body: `look:\n${genuine}`, user: { login } };
  github.comments.unshift(forged, quoted);
  want("AB1");
  expect((await step("pull_request")).log).toContain("Comment updated.");
  expect([forged.body, quoted.body, github.comments.length]).toEqual([genuine, `look:\n${genuine}`, 3]);
  expect(own?.body).not.toBe(genuine);
});

it.each([200, 403, 404])(
  "the comment on a pull request is the workflow's own where GitHub does not say whose the token is (%i)",
  async (status) => {
    const { github, step } = await workflow(["AB1", "EF3"]);
    github.mute = status;
    await step("pull_request");
    expect((await step("pull_request")).log).toContain("Comment updated.");
  },
);

it("the comment on a pull request is left alone, in one line of words, where GitHub's list is not as documented", async () => {
  const { github, step } = await workflow(["AB1", "EF3"]);
  for (let id = 0; id < 5; id += 1) github.comments.push({ id: id + 0.5, body: "x", user: { login: "x" } });
  const { code, log } = await step("pull_request");
  const words = "The comment could not be written: GET /repos/acme/fleet/issues/7/comments returned something other";
  expect({ code, log }).toMatchObject({ code: 0, log: expect.stringContaining(`${words} than a list of comments\n`) });
});

it("the comment on a pull request is never sent in the clear", async () => {
  const { step } = await workflow(["AB1", "EF3"]);
  const ended = await step("pull_request", {}, { GITHUB_API_URL: "http://api.github.example.com" });
  expect(ended).toMatchObject({ code: 0, log: expect.stringContaining("GITHUB_API_URL cannot be used") });
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
  github.refusal = status;
  const { code, log, outputs } = await step("pull_request");
  expect(code).toBe(0);
  expect(log).toMatch(new RegExp(`^::warning title=platectl::The comment could not be written: .* ${status}`, "m"));
  expect(outputs).toMatchObject({ "exit-code": "2", add: "1", delete: "1" });
});

it("no comment is written by a plan on a push, by a night, for a fork, or unless asked for", async () => {
  const { github, step } = await workflow(["AB1"]);
  await step("push");
  await step({ name: "schedule", payload: {} }, APPLY);
  await step("fork", APPLY);
  await step("push", { ...APPLY, comment: "false" });
  await step("pull_request", { comment: "false" });
  expect(github.calls).toEqual([]);
});

const APPLY = { command: "apply", "auto-approve": "true" };
/** The merged pull request of the commit, behind one that is open and one that was merged earlier. */
const PULLS = [
  { number: 5, merged_at: null, merge_commit_sha: COMMIT },
  { number: 6, merged_at: "2026-11-20T08:00:00Z", merge_commit_sha: "0".repeat(40) },
  { number: 7, merged_at: "2026-11-27T08:00:00Z", merge_commit_sha: COMMIT },
];

it("the receipt names every car that was not done with the server's words and the line of the file, and is updated, not doubled", async () => {
  const { here, github, step, want } = await workflow(["AB1", "EF3"]);
  await step("pull_request");
  github.pulls = PULLS;
  here.sandbox.behave({ rejections: [{ plates: "GH4", error: "Plate | <b>unknown</b> to the registry" }] });
  want("AB1", "EF3", "GH4");
  const first = await step("push", APPLY);
  expect(first).toMatchObject({ code: 9, log: expect.stringContaining("Comment created.") });
  const [plan, receipt] = github.comments;
  expect(receipt?.body.split("\n").slice(1, 4)).toEqual([
    "**0 cars joined, 0 left; 1 change was not done.**",
    "",
    expect.stringContaining("1 car of the fleet file was rejected"),
  ]);
  expect(receipt?.body).toMatch(/\| `\+ GH4` \| `.*Plate \\u\{7c\} \\u\{3c\}b>unknown.* \| `fleet\.yaml:6:5` \|/);
  expect(receipt?.body).toContain("[run 4711](https://github.example.com/acme/fleet/actions/runs/4711)");
  here.sandbox.behave({ rejections: [] });
  expect((await step("push", APPLY)).log).toContain("Comment updated.");
  expect(github.comments).toHaveLength(2);
  expect(github.comments[0]?.body).toBe(plan?.body);
  expect(github.comments[1]?.body).toContain("**1 car joined, 0 left.**");
});

it("a merge that a guard stops, and a file that is wrong, have a receipt that says so", async () => {
  const { here, github, step } = await workflow(plates("NEW", 60));
  github.pulls = PULLS;
  expect((await step("push")).code).toBe(4);
  expect(github.comments[0]?.body).toContain("**Stopped by a guard: nothing changes on the lists");
  here.write("fleet.yaml", "version: 2\n");
  expect((await step("push", APPLY)).code).toBe(3);
  expect(github.comments).toMatchObject([{ body: expect.stringContaining("The fleet file is not valid.") }]);
});

it.each([
  ["no pull request belongs to the commit", { pulls: [PULLS[0]] }, "Comment not written: no merged pull request"],
  ["GitHub's list is not as documented", { pulls: { message: "x" } }, "returned something other than a list of pull"],
  ["a permission is missing", { refusal: 403 }, "the job needs `permissions: { pull-requests: write }`"],
  ["GitHub is broken", { refusal: 500 }, `commits/${COMMIT}/pulls returned 500`],
])("where %s, there is no receipt, and the apply ends as it would", async (_, given, words) => {
  const { github, step } = await workflow(["AB1"]);
  Object.assign(github, given);
  const { code, log, outputs } = await step("push", APPLY);
  expect({ code, log, outputs }).toMatchObject({
    code: 0,
    log: expect.stringContaining(words),
    outputs: { verified: "1" },
  });
  expect(github.comments).toEqual([]);
});

it("the comment fits its limit, however much changes, and is valid Markdown (J1)", async () => {
  const { github, step } = await workflow(["AB1", "EF3", ...plates("LONG", 5000)]);
  expect(await step("pull_request", { "allow-adds": "5000" })).toMatchObject({ code: 0 });
  const [{ body = "" } = {}] = github.comments;
  expect(body.length).toBeLessThanOrEqual(65_536);
  expect(body).toMatch(/\*\*Left out to fit .*\d adds\. `plan\.html`, which this step wrote to its output `folder`,/);
  expect(body).toMatch(/<\/sub>\n$/);
  expect(readMarkdown(body).structure.filter((one) => one.includes("</details>")).length).toBeGreaterThan(0);
});
