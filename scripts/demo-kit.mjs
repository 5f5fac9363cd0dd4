// What the stories of the demo are told with: the real program, a sandbox of the interface, files in a folder of their own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { exportedBy } from "./exported-by.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PLATECTL = join(ROOT, "dist/cli/main.js");
const RULE = "─".repeat(78);

export const folder = mkdtempSync(join(tmpdir(), "platectl-demo-"));
const running = new Set();

/** Tells the stories in a folder that starts with the examples, and leaves nothing behind. */
export async function tell(...stories) {
  try {
    cpSync(join(ROOT, "examples"), folder, { recursive: true });
    for (const story of stories) await story();
  } finally {
    for (const child of running) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the program in the demo's folder, shows command and output, and insists on the exit code. */
export function cli(server, stateFile) {
  return async (expected, ...args) => {
    const [code] = await once(start(server, stateFile, args), "close");
    console.log(`[exit ${code}]\n`);
    if (code !== expected) throw new Error(`platectl ${args.join(" ")} ended with ${code} instead of ${expected}`);
  };
}

/** Runs the program until it sends its second write, which reaches nobody, and kills it there with a signal that it cannot see. */
export async function killAtSecondWrite(server, stateFile, ...args) {
  const second = server.holdSecondWrite();
  const child = start(server, stateFile, args);
  const closed = once(child, "close");
  await Promise.race([second, closed]);
  child.kill("SIGKILL");
  const [, signal] = await closed;
  server.holdNothing();
  if (signal !== "SIGKILL") throw new Error(`platectl ${args.join(" ")} ended before it could be killed`);
  console.log("[killed]\n");
}

function start(server, stateFile, args) {
  console.log(`$ platectl ${args.join(" ")}`);
  const env = { ...surroundings(), ...server.environment, PLATECTL_STATE: `file:${stateFile}`, NO_COLOR: "1" };
  const child = spawn(process.execPath, [PLATECTL, ...args], {
    cwd: folder,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  running.add(child);
  child.on("close", () => running.delete(child));
  return child;
}

/** A sandbox on a free port with these contents, else invented ones, and a hand that changes its lists past platectl. */
export async function startSandbox(contents, ...options) {
  const data = join(folder, `sandbox-${running.size}-${options.join("")}.json`);
  if (contents !== undefined) writeFileSync(data, contents);
  const child = spawn(process.execPath, [PLATECTL, "sandbox", "--port", "0", "--data", data, ...options], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  running.add(child);
  const environment = await exportedBy(child);
  return {
    environment,
    change: (method, path, body) => changeList(environment, method, path, body),
    /** Ends it, and gives the plates of an account's list as it was in the end. */
    async stop(baId) {
      child.kill("SIGTERM");
      await once(child, "close");
      running.delete(child);
      const { accounts } = JSON.parse(readFileSync(data, "utf8"));
      const { cars = [] } = accounts.find((account) => String(account.baId) === baId) ?? {};
      return cars.map((car) => car.licenseNumber ?? car).sort();
    },
  };
}

/** The same server behind an address where a write can be held, so that it is known what a killed run had sent. */
export async function behindGate(server) {
  const upstream = server.environment.PLATECTL_BASE_URL;
  let writes;
  let reached = () => undefined;
  const gate = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const isWrite = method !== "GET" && url !== "/auth/v1";
    if (isWrite && writes !== undefined && ++writes === 2) return reached();
    const onward = request(`${upstream}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    return incoming.pipe(onward);
  });
  await new Promise((resolve) => gate.listen(0, "127.0.0.1", resolve));
  return {
    environment: { ...server.environment, PLATECTL_BASE_URL: `http://127.0.0.1:${gate.address().port}` },
    holdSecondWrite() {
      writes = 0;
      return new Promise((resolve) => {
        reached = resolve;
      });
    },
    holdNothing() {
      writes = undefined;
    },
    stop(baId) {
      gate.close().closeAllConnections();
      return server.stop(baId);
    },
  };
}

async function changeList(
  { PLATECTL_BASE_URL: url, PLATECTL_CLIENT_ID: clientId, PLATECTL_CLIENT_SECRET: clientSecret },
  method,
  path,
  body,
) {
  // A kept connection may be closed by the server just when the next request goes out on it.
  const json = { "content-type": "application/json", connection: "close" };
  const login = await fetch(`${url}/auth/v1`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ clientId, clientSecret }),
  });
  const { idToken } = await login.json();
  const options = {
    method,
    headers: { ...json, authorization: `Bearer ${idToken}` },
    ...(body && { body: JSON.stringify(body) }),
  };
  const reply = await fetch(`${url}${path}`, options);
  if (reply.status !== 204) throw new Error(`${method} ${path} answered ${reply.status}`);
}

export function edit(name, from, to) {
  const path = join(folder, name);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`${name} holds no ${JSON.stringify(from)}`);
  writeFileSync(path, text.replace(from, to));
}

export function chapter(title) {
  console.log(`\n${RULE}\n${title}\n${RULE}\n`);
}

export function say(text) {
  console.log(`# ${text}`);
}

// What the demo prints must not depend on where it runs: a plan says more in a job of a CI system.
function surroundings() {
  const kept = ["PATH", "HOME", "USER", "TMPDIR", "TEMP", "TMP", "SystemRoot", "APPDATA", "LOCALAPPDATA"];
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
