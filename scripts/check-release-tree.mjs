// Proves that the built Action in a release commit is what its own source builds: clones the commit into an empty folder, installs
// by the lock file, builds, and compares every byte.   node scripts/check-release-tree.mjs [REVISION]
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ACTION_FILES } from "./action-files.mjs";

const [revision = "HEAD"] = process.argv.slice(2);
const commit = git(".", "rev-parse", "--verify", `${revision}^{commit}`);
const folder = mkdtempSync(join(tmpdir(), "platectl-check-"));
try {
  const clone = join(folder, "clone");
  git(".", "clone", "--quiet", "--no-checkout", ".", clone);
  git(clone, "checkout", "--quiet", "--detach", commit);
  const committed = new Map(filesBelow(clone).map((path) => [path, readFileSync(join(clone, path))]));
  if (committed.size === 0) throw new Error(`${commit} holds no built Action: it is not a release commit`);
  rmSync(join(clone, "dist"), { recursive: true });
  run(clone, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline");
  run(clone, "npm", "run", "build");
  git(clone, "add", "--force", ...ACTION_FILES);
  const built = filesBelow(clone);
  const differing = [...new Set([...committed.keys(), ...built])].filter((path) => {
    const file = join(clone, path);
    return !existsSync(file) || committed.get(path)?.equals(readFileSync(file)) !== true;
  });
  for (const path of differing) console.error(`differs from its rebuild: ${path}`);
  if (differing.length > 0) process.exitCode = 1;
  else console.log(`${commit}: all ${built.length} built files are what the source builds.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function filesBelow(clone) {
  return git(clone, "ls-files", "-z", "dist").split("\0").filter(Boolean);
}

function git(cwd, ...args) {
  return execFileSync("git", args, { cwd, encoding: "utf8" }).trim();
}

function run(cwd, command, ...args) {
  execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}
