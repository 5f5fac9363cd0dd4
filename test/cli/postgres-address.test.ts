import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { encodingsOf } from "../secret-forms.ts";
import { globalFleet, placeWith } from "./harness.ts";

const SECRET = "c4n4ry/Geheim+1";
const PASSWORD = encodeURIComponent(SECRET);

const here = (env: Readonly<Record<string, string>>) => placeWith(globalFleet(["AB1"]), {}, { env });

function leaksIn(text: string): string[] {
  return [PASSWORD, ...Object.values(encodingsOf(SECRET))].filter((form) => text.includes(form));
}

it.each([
  ["plan", "--verbose"],
  ["apply", "--auto-approve"],
  ["state", "show", "--json"],
  ["state", "show"],
  ["history", "AB1"],
])("a database that does not answer ends %s with an error that names no password", async (...args) => {
  const place = await here({ PLATECTL_STATE: `postgres://anna:${PASSWORD}@127.0.0.1:1/fleet` });
  const { code, stdout, stderr } = await place.run(...args);
  expect(code).toBe(3);
  expect(stderr).toContain("postgres://127.0.0.1:1/fleet: nothing listens there (ECONNREFUSED)");
  expect(leaksIn(stdout + stderr)).toEqual([]);
  expect(place.sandbox.requests.filter(({ method }) => method !== "GET" && method !== "POST")).toEqual([]);
});

it("a platectl without the package pg says how to install it, and sends nothing", async () => {
  const place = await here({ PLATECTL_STATE: "postgres://127.0.0.1:1/fleet" });
  const root = join(import.meta.dirname, "../..");
  cpSync(join(root, "dist"), join(place.folder, "program/dist"), { recursive: true });
  cpSync(join(root, "package.json"), join(place.folder, "program/package.json"));
  const program = join(place.folder, "program/dist/cli/main.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "apply", "--auto-approve"], {
    cwd: place.folder,
    env: place.env,
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
  expect(stderr).toContain("needs the package pg, which is not installed beside platectl");
  expect(stderr).toContain("npm install pg");
  expect(place.sandbox.requests).toEqual([]);
});
