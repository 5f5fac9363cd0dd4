import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "../..");
const MANIFEST = z.object({
  repository: z.object({ url: z.string() }),
  homepage: z.string(),
  bugs: z.string(),
});
/** The repository in an address, an action or an image; with its owner. */
const NAMED = /\b(?:github\.com|githubusercontent\.com|ghcr\.io)[/:]([\w-]+)\/platectl\b|(?<!\S)([\w-]+)\/platectl@/g;

const { repository, homepage, bugs } = MANIFEST.parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
const [, owner = ""] = /^git\+https:\/\/github\.com\/([\w-]+)\/platectl\.git$/.exec(repository.url) ?? [];

it("the package's addresses are those of its repository", () => {
  expect(owner).not.toBe("");
  expect({ homepage, bugs }).toEqual({
    homepage: `https://github.com/${owner}/platectl#readme`,
    bugs: `https://github.com/${owner}/platectl/issues`,
  });
});

it("the repository is named with the owner that package.json gives it, in every file", () => {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean);
  const named = files
    .filter((file) => !/\.(?:png|xlsx|gz)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(NAMED)].map(([, host, action]) => ({
        file,
        owner: host ?? action,
      })),
    );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((one) => one.owner !== owner)).toEqual([]);
});
