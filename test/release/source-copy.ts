import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Copies the source as it is now, with what is not committed yet, into a folder that is then a git repository without commits. */
export function copySource(into: string): void {
  const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", listed, { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean);
  for (const file of files.filter((one) => existsSync(join(ROOT, one)))) {
    mkdirSync(dirname(join(into, file)), { recursive: true });
    cpSync(join(ROOT, file), join(into, file));
  }
  const git = (...args: string[]) => execFileSync("git", args, { cwd: into });
  git("init", "--quiet", "--initial-branch", "main");
  git("config", "user.name", "Anna Berg");
  git("config", "user.email", "anna@example.com");
}
