import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { git as gitIn, place, plates } from "../cli/harness.ts";
import { workbookWith } from "../tables/spreadsheet/workbook-file.ts";
import { stepsIn } from "./runner.ts";

const LIST = "cars/fleet.xlsx";
const [OLD, NEW] = [plates("AB", 47), plates("CD", 3)];
const KEYS = "column: Kennzeichen, skip: [bestellt], maxShrink: 20%";
const FLEET = `version: 1\nmode: global\ncarsFrom: [{ file: ${LIST}, ${KEYS} }]\n`;

const workbook = (cars: readonly string[], ...more: readonly string[][]) =>
  workbookWith([["Vertrag", "Kennzeichen", "Fahrer"], ...cars.map((car, at) => [`LV-${at}`, car, "Bo"]), ...more]);

/** A repository on a host, whose default branch has the fleet file and its workbook, and a list that was applied from it. */
async function hosted() {
  const here = await place({ mode: "global", start: {} });
  const { github, step } = await stepsIn(here);
  const host = join(here.folder, "host.git");
  const git = (...args: readonly string[]) => gitIn(here, ...args);
  git("init", "-q", "--bare", "-b", "main", host);
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", host);
  here.write("fleet.yaml", FLEET);
  writeFileSync(here.write(LIST, ""), workbook(OLD));
  git("add", "fleet.yaml", LIST);
  git("commit", "-qm", "the list");
  git("push", "-q", "origin", "main");
  const state = "git:platectl-state@origin";
  const apply = async () => (await step("push", { command: "apply", "auto-approve": "true", state })).code;
  expect(await apply()).toBe(0);

  /** What the host does with a file that is dropped on its page: a commit on a branch, made beside every checkout. */
  const upload = (branch: string, content: Buffer) => {
    const other = join(here.folder, "host-checkout");
    rmSync(other, { recursive: true, force: true });
    git("clone", "-q", host, other);
    const isNew = git("ls-remote", host, branch) === "";
    git("-C", other, "checkout", "-q", ...(isNew ? ["-b", branch] : [branch]));
    writeFileSync(join(other, LIST), content);
    git("-C", other, "commit", "-qam", "Add files via upload");
    git("-C", other, "push", "-q", "origin", branch);
  };
  /** The job of the pull request: a checkout of the branch merged into the default one. */
  const plan = async (branch: string, env: Readonly<Record<string, string>> = {}) => {
    git("fetch", "-q", "origin");
    git("checkout", "-q", "--detach", "origin/main");
    git("merge", "-q", "--no-ff", "-m", "merge", `origin/${branch}`);
    const ended = await step("pull_request", { command: "plan", base: "HEAD^1", state }, env);
    return { code: ended.code, comment: github.comments[0]?.body.split("\n").slice(1).join("\n") ?? "" };
  };
  /** What the button does, and the job of the default branch after it. */
  const merge = async () => {
    git("push", "-q", "origin", "HEAD:main");
    return apply();
  };
  return { here, upload, plan, merge };
}

it("the first line of the comment says how many cars join, leave and stay, and the merge does it", async () => {
  const { here, upload, plan, merge } = await hosted();
  const wanted = [...OLD.slice(6), ...NEW];
  upload("patch-1", workbook(wanted, ["LV-99", "Bestellt", ""], [`Anzahl: ${wanted.length}`, "", ""]));
  const { code, comment } = await plan("patch-1");
  expect(code).toBe(0);
  expect(comment.split("\n")[0]).toBe("**3 cars join, 6 leave, 41 stay.**");
  expect(comment).toContain('`cars/fleet.xlsx`: 2 rows left out: 1 `"bestellt"`, 1 with totals.');
  expect(comment).not.toContain("Bo ");
  expect(await merge()).toBe(0);
  expect([...here.sandbox.model.plates("global")].sort()).toEqual([...wanted].sort());
});

it("a colleague whose upload is stopped reads what to do, and the next upload to the branch is planned again", async () => {
  const { upload, plan } = await hosted();
  upload("patch-1", workbook(OLD.slice(0, 20)));
  const stopped = await plan("patch-1");
  expect(stopped.code).toBe(4);
  expect(stopped.comment.split("\n")[0]).toBe("**0 cars join, 27 leave, 20 stay.**");
  expect(stopped.comment).toContain(
    "**Stopped by a guard: nothing changes on the lists until this is corrected or allowed.** If a",
  );
  expect(stopped.comment).toContain("47 cars when it was last applied and has 20 now");
  upload("patch-1", workbook(OLD.slice(1)));
  const { code, comment } = await plan("patch-1");
  expect({ code, first: comment.split("\n")[0] }).toEqual({ code: 0, first: "**0 cars join, 1 leaves, 46 stay.**" });
});

it("a stopped upload names the button that a colleague presses, and what it will write", async () => {
  const { here, upload, plan } = await hosted();
  mkdirSync(join(here.folder, ".github/workflows"), { recursive: true });
  here.write(".github/workflows/fleet-acknowledge.yml", "");
  here.write("fleet.yaml", FLEET.replace(", maxShrink: 20%", ""));
  upload("patch-1", workbook(OLD.slice(0, 20)));
  const { code, comment } = await plan("patch-1", { GITHUB_HEAD_REF: "patch-1`<b>" });
  expect(code).toBe(4);
  const page = "https://github.example.com/acme/fleet/actions/workflows/fleet-acknowledge.yml";
  expect(comment).toContain(
    `opens [fleet acknowledge](${page}), presses **Run workflow** on the branch \`\`patch-1\`\\u{3c}b>\`\`, and says why.`,
  );
  expect(comment).toMatch(/of the fleet file: `\{ scope: global, deletes: 27, until: \d{4}-\d\d-\d\d, reason: "…" \}`/);
  expect(comment).not.toContain("--allow");
});

it("a colleague whose workbook has an unclear row reads it first, and one whose workbook cannot be used, what to correct", async () => {
  const { upload, plan } = await hosted();
  upload("patch-1", workbook(OLD.slice(2), ["LV-99", "TBA", ""]));
  const unclear = await plan("patch-1");
  expect(unclear.code).toBe(0);
  expect(unclear.comment).toContain("\n**2 of those that stay are held by an unclear row.**\n");
  expect(unclear.comment).toMatch(
    /^\*\*0 cars join, 0 leave, 47 stay; 1 row is not clear\.\*\*\n[\s\S]*\*\*1 unclear row\.\*\*[\s\S]*fleet\.xlsx, sheet Cars, cell B47[\s\S]*TBA/,
  );
  upload(
    "patch-1",
    workbook(
      OLD,
      ...["TBA", "TBC", "TBD", "OPEN", "NEW"].map((text) => ["LV-99", text, ""]),
      ...OLD.map(() => ["LV-9", "-", ""]),
    ),
  );
  const { code, comment } = await plan("patch-1");
  expect(code).toBe(3);
  expect(comment.split("\n")[0]).toMatch(
    /^\*\*The list cannot be used as it is\..* upload it to this branch again\.\*\*$/,
  );
  expect(comment).toContain("Cars!B49");
  expect(comment).toContain("`TBA`");
});
