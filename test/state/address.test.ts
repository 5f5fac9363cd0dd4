import { expect, it } from "vitest";
import { z } from "zod";
import { openStore, parseStateAddress } from "../../src/state/index.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { world } from "./world.ts";

const FIELDS = z.record(TEXT, z.unknown());

it.each(rowsOf(import.meta.url, "the state address is read", TEXT, FIELDS))(
  "the state address %s is read",
  (text, address) => {
    expect(parseStateAddress(text)).toEqual(address);
  },
);

it.each(rowsOf(import.meta.url, "the address of a PostgreSQL state is read", TEXT, FIELDS))(
  "the address %s is read",
  (text, differing) => {
    const server = { kind: "postgres", host: "db.example.com", port: 5432, database: "fleet", schema: "platectl" };
    expect(parseStateAddress(text)).toEqual({ ...server, tls: { isLoopback: false }, ...differing });
  },
);

it.each(rowsOf(import.meta.url, "the state address is refused", TEXT, TEXT))(
  "S20: the state address %j is refused, without its password",
  (text, why) => {
    const problem = parseStateAddress(text);
    expect(problem).toEqual({ kind: "problem", message: expect.stringContaining(why) });
    expect(JSON.stringify(problem)).not.toContain("Geheim");
  },
);

it.each(rowsOf(import.meta.url, "the address is named in messages without user and password", TEXT, TEXT))(
  "the address %s is named in messages without user and password",
  (text, name) => {
    const address = parseStateAddress(text);
    if (address.kind === "problem") throw new Error(address.message);
    expect(openStore(address, world()).name).toBe(name);
  },
);
