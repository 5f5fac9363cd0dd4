import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { SELF_SIGNED } from "../../fleet-api/self-signed.ts";
import { temporaryFolder, VIEW } from "../world.ts";
import { type Server, startPostgres } from "./server.ts";
import { storeAt } from "./stores.ts";

const PASSWORD = "Geheim-123";
/** Whoever comes with TLS needs a password; without TLS only the owner of everything gets in. */
const RULES = [
  "hostssl all anna 127.0.0.1/32 scram-sha-256",
  "hostssl all anna ::1/128 scram-sha-256",
  "host all postgres 127.0.0.1/32 trust",
].join("\n");

let server: Server;
let authority: string;
beforeAll(async () => {
  const files = { "pg_hba.conf": RULES, "server.crt": SELF_SIGNED.cert, "server.key": SELF_SIGNED.key };
  server = await startPostgres(["ssl=on"], files);
  await server.sql(`create role anna login password '${PASSWORD}'`);
});
afterAll(() => server.close());

const address = (parameters: string, host = "127.0.0.1") =>
  `postgres://anna@${host}:${server.port}/postgres?${parameters}`;

async function trusted(): Promise<string> {
  authority = join(temporaryFolder(), "authority.pem");
  writeFileSync(authority, SELF_SIGNED.cert);
  return encodeURIComponent(authority);
}

function reads(text: string, env: Readonly<Record<string, string>> = { PGPASSWORD: PASSWORD }) {
  return storeAt(text, { env }).memory(VIEW);
}

it("S8: a certificate is checked with verify-full, and only a trusted authority is accepted", async () => {
  await expect(reads(address("sslmode=verify-full"))).rejects.toThrow(
    /the server's certificate or TLS is not accepted/,
  );
  expect((await reads(address(`sslmode=verify-full&sslrootcert=${await trusted()}`))).size).toBe(0);
  expect((await reads(address("sslmode=verify-full"), { PGPASSWORD: PASSWORD, PGSSLROOTCERT: authority })).size).toBe(
    0,
  );
});

it("S8: modes of the environment are obeyed, and refused where they are too weak", async () => {
  await trusted();
  const env = { PGPASSWORD: PASSWORD, PGSSLMODE: "verify-full", PGSSLROOTCERT: authority };
  expect((await reads(address(""), env)).size).toBe(0);
  // Without TLS this server does not let anna in.
  await expect(reads(address(""))).rejects.toThrow("(28000)");
  const far = `postgres://anna@db.example.com/fleet`;
  await expect(reads(far, { PGSSLMODE: "require" })).rejects.toThrow("PGSSLMODE has sslmode=require");
  await expect(reads(`${far}?sslmode=verify-ca`)).rejects.toThrow("name your own authority with sslrootcert");
  await expect(reads(`${far}?sslrootcert=/no/such.pem`)).rejects.toThrow("sslrootcert names cannot be read");
});

it("S2: a password comes from PGPASSWORD, a password file or the address, and no message repeats it", async () => {
  const parameters = `sslmode=verify-full&sslrootcert=${await trusted()}`;
  const wrong: unknown = await reads(address(parameters), { PGPASSWORD: "Falsch-9" }).catch((error: unknown) => error);
  expect(String(wrong)).toMatch(/the server refused the user or the password.*28P01/);
  expect(String(wrong)).not.toContain("Falsch");
  expect((await reads(address(parameters).replace("anna@", `anna:${PASSWORD}@`), {})).size).toBe(0);
  const file = join(temporaryFolder(), "pgpass");
  writeFileSync(file, `127.0.0.1:${server.port}:postgres:anna:${PASSWORD}\n`);
  chmodSync(file, 0o600);
  vi.stubEnv("PGPASSFILE", file);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await reads(address(parameters), {})).size).toBe(0);
});

it("a server without TLS is an error in words where TLS is asked for", async () => {
  const plain = await startPostgres();
  const text = plain.address().replace("?", "?sslmode=verify-full&");
  await expect(reads(text)).rejects.toThrow("the server offers no TLS");
  await plain.close();
});
