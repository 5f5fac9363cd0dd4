import { expect, it } from "vitest";
import { openStore, parseStateAddress } from "../../src/state/index.ts";
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

it.each([
  ["", "of an unknown kind"],
  ["state.jsonl", "of an unknown kind"],
  ["s3:bucket", "of an unknown kind"],
  ["file:", "file name"],
  ["file:folder/", "file name"],
  ["file:a\nb", "control character"],
  ["git:", "not a branch name"],
  ["git:@origin", "not a branch name"],
  ["git:-upload-pack=x", "not a branch name"],
  ["git:a..b", "not a branch name"],
  ["git:a//b", "not a branch name"],
  ["git:a/", "not a branch name"],
  ["git:a.lock", "not a branch name"],
  ["git:a.lock/b", "not a branch name"],
  ["git:a b", "not a branch name"],
  ["git:a:refs/heads/main", "not a branch name"],
  ["git:a@", "not the name of a git remote"],
  ["git:a@-x", "not the name of a git remote"],
  ["git:a@ext::sh -c id", "not the name of a git remote"],
  ["git:a@https://evil.example/x", "not the name of a git remote"],
])("S20: the state address %j is refused", (text, why) => {
  expect(parseStateAddress(text)).toEqual({ kind: "problem", message: expect.stringContaining(why) });
});

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

it.each([
  ["postgres:fleet", "is not one of PostgreSQL"],
  ["postgres://u:Geheim@a,b/fleet", "needs one host and a database"],
  ["postgres://u:Geheim@/fleet", "is not one of PostgreSQL"],
  ["postgres://u:Geheim@db.example.com", "needs one host and a database"],
  ["postgres://u:Geheim@db.example.com/fleet?password=Geheim", 'has the parameter "password"'],
  ["postgres://u:Geheim@db.example.com/fleet?schema=a.b", "The schema of the state address"],
  ["postgres://u:Geheim@db.example.com/fleet?sslmode=require", "could read and change the state"],
  ["postgres://u:Geheim@db.example.com/fleet?sslmode=disable", "could read and change the state"],
  ["postgres://u:Geheim@db.example.com/fleet?sslmode=none", "has an unknown sslmode"],
  ["postgrs://u:Geheim@db.example.com/fleet", "of an unknown kind"],
  ["https://u:Geheim@x@db.example.com/fleet", "of an unknown kind"],
])("the address %s is refused without its password", (text, why) => {
  const problem = parseStateAddress(text);
  expect(problem).toEqual({ kind: "problem", message: expect.stringContaining(why) });
  expect(JSON.stringify(problem)).not.toContain("Geheim");
});

it.each([
  ["postgres://anna:Geheim@db.example.com:6432/fleet?schema=eu", "postgres://db.example.com:6432/fleet?schema=eu"],
  ["postgres://anna:Geheim@localhost/fleet?sslrootcert=/x", "postgres://localhost/fleet"],
  ["postgres:///fleet?host=/run/postgresql", "postgres:///fleet?host=%2Frun%2Fpostgresql"],
])("the address %s is named in messages without user and password", (text, name) => {
  const address = parseStateAddress(text);
  if (address.kind === "problem") throw new Error(address.message);
  expect(openStore(address, world()).name).toBe(name);
});
