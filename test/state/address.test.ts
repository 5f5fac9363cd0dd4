import { expect, it } from "vitest";
import { openStore, parseStateAddress } from "../../src/state/index.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { world } from "./world.ts";

it.each([
  ["file:.platectl/state.jsonl", { kind: "file", path: ".platectl/state.jsonl" }],
  ["file:/var/lib/plate ctl/å.jsonl", { kind: "file", path: "/var/lib/plate ctl/å.jsonl" }],
  ["git:platectl-state", { kind: "git", branch: "platectl-state" }],
  ["git:platectl-state@origin", { kind: "git", branch: "platectl-state", remote: "origin" }],
  ["git:state/eu.1@up-stream", { kind: "git", branch: "state/eu.1", remote: "up-stream" }],
])("the state address %s is read", (text, address) => {
  expect(parseStateAddress(text)).toEqual(address);
});

it.each(rowsOf(import.meta.url, "the state address is refused", TEXT, TEXT))(
  "S20: the state address %j is refused",
  (text, why) => {
    expect(parseStateAddress(text)).toEqual({ kind: "problem", message: expect.stringContaining(why) });
  },
);

const REMOTE = { isLoopback: false };
const POSTGRES = {
  kind: "postgres",
  host: "db.example.com",
  port: 5432,
  database: "fleet",
  schema: "platectl",
  tls: REMOTE,
};

it.each([
  ["postgres://db.example.com/fleet", POSTGRES],
  ["postgresql://anna@db.example.com:6432/fleet?schema=eu", { ...POSTGRES, user: "anna", port: 6432, schema: "eu" }],
  [
    "postgres://a%40b:p%2Fw@db.example.com/fl%C3%A9et",
    { ...POSTGRES, user: "a@b", password: "p/w", database: "fléet" },
  ],
  [
    "postgres://[::1]/fleet?sslmode=disable",
    { ...POSTGRES, host: "::1", tls: { isLoopback: true, sslmode: "disable" } },
  ],
  ["postgres:///fleet?host=/run/postgresql", { ...POSTGRES, host: "/run/postgresql", tls: { isLoopback: true } }],
  [
    "postgres://db.example.com/fleet?sslmode=verify-ca&sslrootcert=/etc/ca.pem",
    { ...POSTGRES, tls: { ...REMOTE, sslmode: "verify-ca", sslrootcert: "/etc/ca.pem" } },
  ],
])("the address %s is read", (text, address) => {
  expect(parseStateAddress(text)).toEqual(address);
});

it.each(rowsOf(import.meta.url, "the address is refused without its password", TEXT, TEXT))(
  "the address %s is refused without its password",
  (text, why) => {
    const problem = parseStateAddress(text);
    expect(problem).toEqual({ kind: "problem", message: expect.stringContaining(why) });
    expect(JSON.stringify(problem)).not.toContain("Geheim");
  },
);

it.each([
  ["postgres://anna:Geheim@db.example.com:6432/fleet?schema=eu", "postgres://db.example.com:6432/fleet?schema=eu"],
  ["postgres://anna:Geheim@localhost/fleet?sslrootcert=/x", "postgres://localhost/fleet"],
  ["postgres:///fleet?host=/run/postgresql", "postgres:///fleet?host=%2Frun%2Fpostgresql"],
])("the address %s is named in messages without user and password", (text, name) => {
  const address = parseStateAddress(text);
  if (address.kind === "problem") throw new Error(address.message);
  expect(openStore(address, world()).name).toBe(name);
});
