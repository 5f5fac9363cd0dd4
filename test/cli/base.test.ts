import { chmodSync, symlinkSync } from "node:fs";
import { expect, it } from "vitest";
import { flows } from "./flows.ts";
import { commit, expectRefusal, git, globalPlace, place, runCli } from "./harness.ts";

flows(import.meta.url);

it("plan --base takes paths from the root and from folders below, and follows links as of the base", async () => {
  const here = await place({ mode: "global", start: { cars: [] } });
  here.write("fleets/cars/real.txt", "OLD1\n");
  symlinkSync("real.txt", `${here.folder}/fleets/cars/list.txt`);
  const fleet = here.write("fleets/fleet.yaml", "version: 1\nmode: global\ncarsFrom: [{ file: cars/list.txt }]\n");
  git(here, "init", "-q", "-b", "main");
  commit(here, "base");
  here.write("fleets/cars/real.txt", "OLD1\nNEW1\n");
  for (const [cwd, file] of [
    [here.folder, fleet],
    [`${here.folder}/fleets/cars`, fleet],
    [`${here.folder}/fleets/cars`, "../fleet.yaml"],
  ] as const) {
    const { stdout } = await runCli(["plan", "-f", file, "--base", "main", "--json"], cwd, here.env);
    const changes = [
      { licenseNumber: "NEW1", cause: "edit" },
      { licenseNumber: "OLD1", cause: "drift" },
    ];
    expect(JSON.parse(stdout)).toMatchObject({ scopes: [{ changes }] });
  }
});

it("plan --base says so when git does not trust the owner of the repository", async () => {
  const here = await globalPlace([], ["A1"]);
  git(here, "init", "-q", "-b", "main");
  const env = { ...here.env, PATH: `${here.folder}/bin:${here.env["PATH"]}` };
  const fake =
    "#!/bin/sh\n[ $1 = --version ] && echo git version 2.38.0 && exit\necho fatal: detected dubious ownership >&2; exit 128\n";
  chmodSync(here.write("bin/git", fake), 0o755);
  const ended = await runCli(["plan", "--base", "main"], here.folder, env);
  expectRefusal(ended, 3, /--base: fatal: detected dubious ownership/, here.sandbox);
});
