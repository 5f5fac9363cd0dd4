import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { place } from "../cli/harness.ts";
import { stepsIn } from "./runner.ts";

const page = readFileSync(new URL("../../docs/ci.md", import.meta.url), "utf8");
const walk = page.slice(page.indexOf("## A change"), page.indexOf("## GitHub Actions"));

/** The fenced blocks of a language in the walk-through. */
function blocks(language: string): string[] {
  return [...walk.matchAll(/^(`{3,4})(\w*)\n([\s\S]*?)^\1$/gm)]
    .filter(([, , name]) => name === language)
    .map(([, , , text = ""]) => text);
}

/** Without the hashes of plans and the commits of edits, which differ from run to run. */
function unhashed(text: string): string {
  return text
    .replace(/\b[0-9a-f]{64}\b/g, "HASH")
    .replace(/\bedit [0-9a-f]{7}( by Anna Berg, 2[-0-9]+)?/g, "edit COMMIT$1")
    .replace(/(?<=COMMIT by Anna Berg, |COMMIT {2})2[-0-9]{9}/g, "DAY")
    .replace(/\b[0-9a-f]{7} {2}2[-0-9]{9} {2}Anna Berg/g, "COMMIT DAY Anna Berg");
}

/** The file after the change, by the lines of a diff. */
function changed(before: string, diff: string): string {
  const lines = diff.split("\n");
  const removed = lines.filter((line) => /^-(?!-)/.test(line)).map((line) => line.slice(1));
  const added = lines.filter((line) => /^\+(?!\+)/.test(line)).map((line) => line.slice(1));
  expect(before).toContain(removed.join("\n"));
  return before.replace(removed.join("\n"), added.join("\n"));
}

it("docs/ci.md walks from a change to its comment and to apply with what the program really says", async () => {
  const live = ["AB12345", "CD23456", "1E51234", "KT7701"];
  const here = await place({ mode: "global", start: { cars: live } });
  const { github, step } = await stepsIn(here);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Anna Berg", "-c", "user.email=x@example.com", ...args], { cwd: here.folder });
  const commit = (text: string) => {
    here.write("fleet.yaml", text);
    git("add", "fleet.yaml");
    git("commit", "-q", "-m", "cars");
  };
  const [before = ""] = blocks("yaml");
  const [diff = ""] = blocks("diff");
  git("init", "-q");
  commit(before);
  commit(changed(before, diff));
  const told: string[] = [];
  const tell = (text: string) => told.push(text.replaceAll(here.sandbox.url, "https://fleet.example.com"));
  const expectStep = async (event: "pull_request" | "push", inputs: Record<string, string>, code: number) => {
    // As in the examples: a job has no other place that is kept.
    const ended = await step(event, { state: "git:platectl-state", ...inputs });
    expect({ code: ended.code, log: ended.log }).toMatchObject({ code });
    tell(ended.log);
    for (const [name, value] of Object.entries(ended.outputs)) tell(`${name}=${value}\n`);
  };

  await expectStep("pull_request", { command: "plan", base: "HEAD^1" }, 0);
  tell(github.comments[0]?.body ?? "");
  await expectStep("push", { command: "plan", plan: "approved/plan.json" }, 0);
  await expectStep("push", { command: "apply", plan: "approved/plan.json" }, 0);
  await expectStep("push", { command: "plan" }, 0);

  const said = unhashed(told.join("\n"));
  const shown = [...blocks("text"), ...blocks("markdown")];
  expect(shown.length).toBeGreaterThan(0);
  for (const block of shown) expect(said).toContain(unhashed(block));
});
