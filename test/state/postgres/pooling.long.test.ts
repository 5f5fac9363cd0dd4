import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PoolingProxy, poolingProxy } from "./pooling-proxy.ts";
import { type Server, startPostgres } from "./server.ts";
import { testStore } from "./store-suite.ts";

let server: Server;
let pool: PoolingProxy;
beforeAll(async () => {
  server = await startPostgres();
  pool = await poolingProxy(server.port);
});
afterAll(async () => {
  await pool.close();
  await server.close();
});

const pooledAddress = () => server.address().replace(`:${server.port}/`, `:${pool.port}/`);

testStore("behind a pool of connections", () =>
  Promise.resolve({ address: pooledAddress, sql: server.sql, close: () => Promise.resolve() }),
);

it("the pool gives each transaction another connection, so that no session state survives", async () => {
  const url = new URL(pooledAddress());
  url.search = "";
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    const session = "select pg_backend_pid() as pid, current_setting('work_mem') as memory";
    const ask = async () => (await client.query<{ pid: number; memory: string }>(session)).rows[0];
    await client.query("set work_mem = '1234kB'");
    const [one, two] = [await ask(), await ask()];
    expect(one?.pid).not.toBe(two?.pid);
    expect(one?.memory).not.toBe("1234kB");
    await client.query("begin");
    expect(await ask()).toEqual(await ask());
    await client.query("rollback");
    await client.query("prepare named as select 1");
    await expect(client.query("execute named")).rejects.toThrow(/"named" does not exist/);
  } finally {
    await client.end();
  }
});
