import { expect, it } from "vitest";
import { ciRun } from "../../src/cli/process/process-info.ts";
import { dataFile } from "../data-file.ts";
import { flows } from "./flows.ts";

flows(import.meta.url);

interface Job {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly run: ReturnType<typeof ciRun>;
}
const SYSTEMS: readonly Job[] = dataFile("cli/ci-systems.yaml");

it.each(SYSTEMS)("$name says who started the run and where it is", ({ variables, run }) => {
  expect(ciRun(variables)).toEqual(run);
});

it.each([
  "javascript:alert(1)",
  "https://anna:secret@ci.example.com/1",
  "https://ci.example.com/a b",
  "https://ci.example.com/\u001b[31m",
  "not an address",
  `https://ci.example.com/${"x".repeat(500)}`,
])("an address that nobody should follow is left out: %j", (url) => {
  expect(ciRun({ CIRCLECI: "true", CIRCLE_BUILD_URL: url })).toEqual({});
});
