import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

const MANIFEST = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});
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

/** Name, version and dependencies of the package in a folder. */
export function manifestOf(folder: string): z.output<typeof MANIFEST> {
  return MANIFEST.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}

/** Name and version of all that a package needs, at any depth, as it is installed here. */
export function packagesBelow(folder: string, found = new Set<string>()): ReadonlySet<string> {
  for (const name of Object.keys(manifestOf(folder).dependencies)) {
    const path = join(ROOT, "node_modules", name);
    const one = `${name} ${manifestOf(path).version}`;
    if (!found.has(one)) packagesBelow(path, found.add(one));
  }
  return found;
}
