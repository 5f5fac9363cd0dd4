import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { expectRefusal, globalFleet, place, runCli } from "./harness.ts";

const twoLive = { mode: "global", start: { cars: ["AB1", "EF3"] } } as const;

function leavesOf(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length === 0 ? [child] : leavesOf(child)));
}

describe("S1 the command line", () => {
  it("the command line has no option and no argument for a secret, in any command", async () => {
    const commands = leavesOf(await createProgram(async () => undefined));
    const words = commands.flatMap((command) => [
      ...command.options.map(({ flags }) => flags),
      ...command.registeredArguments.map((argument) => argument.name()),
    ]);
    expect(commands.length).toBeGreaterThan(20);
    expect(words).toContain("--plan-hash <sha256>");
    expect(
      words.filter((word) => /secret|passw|passphrase|token|credential|auth(?!-url|o-approve)|-key/i.test(word)),
    ).toEqual([]);
  });

  it("the command line of a run shows nobody the secret", async () => {
    const here = await place(twoLive);
    here.write("fleet.yaml", globalFleet(["AB1"]));
    const { child, ended } = here.start("plan");
    await here.reached(1);
    const line = readFileSync(`/proc/${child.pid}/cmdline`, "utf8");
    await ended;
    expect(line).toContain("plan");
    expect(line).not.toContain(here.sandbox.clientSecret);
  });
});

describe("S8 certificates that did not come with Node", () => {
  const env = { NODE_EXTRA_CA_CERTS: "/etc/ssl/own\u001b[2J.pem" };
  it.each([["plan"], ["apply", "--auto-approve"], ["audit"], ["doctor"], ["cars", "list"]])(
    "certificates that did not come with Node are named on stderr by %s %s with --verbose, with their path, and else not",
    async (...args) => {
      const here = await place(twoLive);
      here.write("fleet.yaml", globalFleet(["AB1", "EF3"]));
      const told = await runCli([...args, "--verbose"], here.folder, { ...here.env, ...env });
      expect(told.stderr).toContain(
        "The certificate authorities in /etc/ssl/own\\u{1b}[2J.pem are also trusted (NODE_EXTRA_CA_CERTS).\n",
      );
      expect(told.stdout).not.toContain("/etc/ssl");
      const usual = await runCli(args, here.folder, { ...here.env, ...env });
      expect(usual.stderr).not.toContain("are also trusted");
      expect((await here.run(...args, "--verbose")).stderr).not.toContain("are also trusted");
    },
  );
});

describe("S10 a fleet file that names a server or a credential", () => {
  const elsewhere = "https://elsewhere.example.com";
  it.each([
    `baseUrl: ${elsewhere}`,
    `base_url: ${elsewhere}`,
    `target: ${elsewhere}`,
    `clientId: x`,
    `interface: { baseUrl: "${elsewhere}" }`,
    `interface: { authUrl: "${elsewhere}" }`,
    `interface: { proxy: "${elsewhere}" }`,
    `state: file:/tmp/x`,
  ])("a fleet file that names a server or a credential is refused, and nothing is contacted: %s", async (line) => {
    const here = await place(twoLive);
    here.write("fleet.yaml", globalFleet(["AB1"], `${line}\n`));
    expectRefusal(await here.run("plan"), 3, /is not known|unknown/, here.sandbox);
    expect(here.sandbox.requests).toEqual([]);
  });
});
