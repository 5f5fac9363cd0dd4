import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { globalFleet, place } from "./harness.ts";

const start = { mode: "global", start: { cars: ["AB12345"] } } as const;

describe("schema", () => {
  it("schema prints the schema of the fleet file unless another is named, and contacts nothing", async () => {
    const here = await place(start);
    const [fallback, fleet] = [await here.run("schema"), await here.run("schema", "fleet")];
    expect(fallback).toEqual({ code: 0, stdout: fleet.stdout, stderr: "" });
    expect(JSON.parse(fleet.stdout)).toMatchObject({ title: "A platectl fleet file" });
    expect(here.sandbox.requests).toEqual([]);
  });

  it.each(["plan", "report", "audit"])("schema prints the schema of a %s", async (name) => {
    const here = await place(start);
    const { code, stdout } = await here.run("schema", name);
    expect({ code, schema: JSON.parse(stdout) }).toMatchObject({ code: 0, schema: { title: `A platectl ${name}` } });
  });

  it("the schemas fit what plan and apply write", async () => {
    const here = await place(start);
    here.write("fleet.yaml", globalFleet(["AB12345", "CD1", "EF2"]));
    const formats = { "date-time": true } as const;
    const schemaOf = async (name: string) =>
      new Ajv2020({ formats, strict: true }).compile(JSON.parse((await here.run("schema", name)).stdout));
    await here.run("plan", "--plan-file", "plan.json");
    await here.run("apply", "--auto-approve", "--report", "report.json");
    for (const name of ["plan", "report"]) {
      const validate = await schemaOf(name);
      expect(validate(JSON.parse(here.read(`${name}.json`))), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  it("schema refuses a name that it does not know", async () => {
    const here = await place(start);
    expect(await here.run("schema", "state")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("fleet, plan, report, audit"),
    });
  });
});
