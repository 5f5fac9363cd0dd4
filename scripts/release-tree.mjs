// Moves the tag that `npm version` made to a commit beside the branch whose tree holds the built Action, too, so that
// `uses: …@SHA` runs without a registry, and `main` never holds what was built. `npm version` runs it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ACTION_FILES } from "./action-files.mjs";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const tag = `v${version}`;
const source = git("rev-parse", "HEAD");
if (git("rev-parse", `${tag}^{commit}`) !== source)
  throw new Error(`${tag} is not the newest commit; nothing was changed`);

execFileSync("npm", ["run", "build", "--silent"], { stdio: ["ignore", "ignore", "inherit"] });
const folder = mkdtempSync(join(tmpdir(), "platectl-release-"));
try {
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, "index") };
  const inIndex = (...args) => execFileSync("git", args, { env, encoding: "utf8" }).trim();
  inIndex("read-tree", source);
  inIndex("add", "--force", ...ACTION_FILES);
  const message = `platectl ${version} with the built Action\n\nBuilt from the parent commit by \`npm run build\`.`;
  const commit = inIndex("commit-tree", inIndex("write-tree"), "-p", source, "-m", message);
  git("tag", "--force", "--annotate", tag, commit, "--message", version);
  console.log(`${tag} is ${commit}: the Action of this release is used by that commit.`);
  console.log(`Look at it, then: git push origin HEAD ${tag}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}
