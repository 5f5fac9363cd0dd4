// The pages name the file of package.json's version in their lines for npm (`npm version` runs it).
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
for (const page of ["README.md", "docs/install.md"]) {
  const text = readFileSync(page, "utf8");
  const named = text
    .replaceAll(/\bplatectl-\d[\w.-]*\.tgz/g, `platectl-${version}.tgz`)
    .replaceAll(/(\/releases\/download\/v)\d[^/]*/g, `$1${version}`)
    .replaceAll(/(\brev: v)\d\S*/g, `$1${version}`);
  writeFileSync(page, named);
  execFileSync("git", ["add", page]);
}
