import { afterAll, beforeAll } from "vitest";
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
