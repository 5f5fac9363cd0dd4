import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { globalPlace, type Place, withPlatectl } from "../cli/harness.ts";
import { bash, portOf } from "../processes.ts";
import { blocksOf, readPage } from "./pages.ts";

const [slack = "", markdown = ""] = blocksOf(readPage("docs/ci.md"))
  .filter(({ heading }) => heading === "Notifications")
  .map(({ text }) => text);

/** A webhook, and what it was told. */
async function webhook(): Promise<{ readonly url: string; readonly told: string[] }> {
  const told: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    told.push(JSON.parse(Buffer.concat(chunks).toString()).text);
    response.end("ok");
  });
  const port = await portOf(server);
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${port}/hook`, told };
}

/** Runs a recipe where its reader would, and gives its exit code. */
async function follow(recipe: string, here: Place, url: string): Promise<number | null> {
  return (await bash(recipe, here.folder, { ...withPlatectl(here), WEBHOOK_URL: url })).code;
}

const fleet = (cars: readonly string[], policy = "") => globalPlace(["AB1", "CD2", "EF3", "GH4"], cars, policy);

const hasTools = ["jq", "curl"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

describe.skipIf(!hasTools)("the recipes of docs/ci.md", () => {
  it.each([
    [["AB1", "CD2", "EF3", "IJ5"], "", "Fleet: 1 to add, 0 to update, 1 to delete"],
    [
      ["AB1", "IJ5"],
      "policy: { maxDeletes: { percent: 1, always: 0 } }\n",
      "Fleet: 1 to add, 0 to update, 3 to delete; a guard stops it",
    ],
  ])(
    "Slack is told what a plan would change, in numbers alone, and whether a guard stops it: %j %j",
    async (...row) => {
      const [cars, policy, message] = row;
      const here = await fleet(cars, policy);
      const { url, told } = await webhook();
      expect(await follow(slack, here, url)).toBe(0);
      expect(told).toEqual([message]);
    },
  );

  it("Slack is told nothing of a plan without changes, and a plan that cannot be made ends the job", async () => {
    const here = await fleet(["AB1", "CD2", "EF3", "GH4"]);
    const { url, told } = await webhook();
    expect(await follow(slack, here, url)).toBe(0);
    here.write("fleet.yaml", "cars: 1\n");
    expect(await follow(slack, here, url)).toBe(3);
    expect(told).toEqual([]);
  });

  it("a chat gets the report of an apply as Markdown, without a plate, and the job ends as the apply did", async () => {
    const here = await fleet(["AB1", "CD2", "EF3", "REJECT1"]);
    const { url, told } = await webhook();
    expect(await follow(markdown, here, url)).toBe(9);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("rejected");
    expect(told[0]).not.toContain("REJECT1");
  });
});
