// Shows what platectl does, with the real program against a sandbox of the interface on this machine. Fails when the
// program ends otherwise than the story says.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PLATECTL = join(ROOT, "dist/cli/main.js");
const RULE = "─".repeat(78);

const folder = mkdtempSync(join(tmpdir(), "platectl-demo-"));
const running = new Set();

try {
  cpSync(join(ROOT, "examples"), folder, { recursive: true });
  await globalStory();
  await accountStory();
  say("That was the whole loop. Next: README.md for your own fleet, docs/ for every detail.");
} finally {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

async function globalStory() {
  const server = await startSandbox("global");
  const platectl = cli(server, "global.jsonl");
  chapter("Global mode: one list for all customers");

  say("A fleet file is checked before anything is contacted.");
  await platectl(0, "validate");

  say("The plan reads the live list and shows what apply would do. RET4401 and RET4402 were returned and still cost");
  say("money; MNO456 was once typed with a zero; a car that customer care added, and a protected one, are left alone.");
  await platectl(0, "plan");

  say(
    "Apply adds first, deletes one car alone to see that just that one goes, then the rest, and reads the list back.",
  );
  await platectl(0, "apply", "--auto-approve", "--quiet");

  say("Now the list is what the file says. In CI, --exit-code tells a pipeline: 0 is nothing to do.");
  await platectl(0, "plan", "--exit-code");

  say("Someone changes the list behind our back …");
  await server.change("POST", "/api/cars", [{ licenseNumber: "STRANGER", features: [] }]);
  await server.change("DELETE", "/api/cars?ln=PO10001");
  say("… and the next plan shows the drift: 2 is changes.");
  await platectl(2, "plan", "--exit-code");

  say("A server may refuse single cars (207). Each is reported by name, the others are done, and 9 is partial.");
  edit(
    "fleet.yaml",
    "  - AB12345 # Denmark",
    "  - AB12345 # Denmark\n  - REJECT1 # the sandbox refuses plates that begin so",
  );
  await platectl(9, "apply", "--auto-approve", "--quiet");

  say("A file that lost most of its cars does not empty the list: guards stop it, and nothing is sent (4).");
  writeFileSync(join(folder, "fleet.yaml"), "version: 1\nmode: global\ncars:\n  - AB12345\n  - CD23456\n");
  await platectl(4, "apply", "--auto-approve", "--quiet");
  await server.stop();
}

async function accountStory() {
  const server = await startSandbox("billing-account");
  const platectl = cli(server, "accounts.jsonl");
  chapter("Billing-account mode: a list for each customer");

  await platectl(0, "validate", "-f", "accounts.yaml");

  say("OLD4711 stays: this file prunes only cars that platectl itself has put on a list.");
  await platectl(0, "plan", "-f", "accounts.yaml");
  await platectl(0, "apply", "-f", "accounts.yaml", "--auto-approve", "--quiet");
  await platectl(0, "plan", "-f", "accounts.yaml", "--exit-code");

  say("A car disappears from one account; only that account is planned.");
  await server.change("DELETE", "/api/billing-accounts/4711/cars?licenseNumbers=EF34567");
  await platectl(2, "plan", "-f", "accounts.yaml", "--exit-code", "--account", "4711");

  say("A review can approve a plan document. Apply does that much and no more, and reports every car.");
  edit("accounts.yaml", "      - CD23456", "      - CD23456\n      - REJECT2 # the sandbox refuses it");
  await platectl(0, "plan", "-f", "accounts.yaml", "--out", "plan.json", "--quiet");
  await platectl(9, "apply", "-f", "accounts.yaml", "plan.json", "--report", "report.json", "--quiet");
  await server.stop();
}

/** Runs the program in the demo's folder, shows command and output, and insists on the exit code. */
function cli(server, stateFile) {
  return async (expected, ...args) => {
    console.log(`$ platectl ${args.join(" ")}`);
    const env = { ...process.env, ...server.environment, PLATECTL_STATE: `file:${stateFile}`, NO_COLOR: "1" };
    const child = spawn(process.execPath, [PLATECTL, ...args], {
      cwd: folder,
      env,
      stdio: ["ignore", "inherit", "inherit"],
    });
    const [code] = await once(child, "close");
    console.log(`[exit ${code}]\n`);
    if (code !== expected) throw new Error(`platectl ${args.join(" ")} ended with ${code} instead of ${expected}`);
  };
}

/** A sandbox on a free port, with the example's contents, and a hand that changes its lists past platectl. */
async function startSandbox(mode) {
  const data = join(folder, `${mode}.json`);
  cpSync(join(folder, "sandbox.json"), data);
  const child = spawn(process.execPath, [PLATECTL, "sandbox", "--port", "0", "--mode", mode, "--data", data], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  running.add(child);
  const environment = await exportedBy(child);
  return {
    environment,
    change: (method, path, body) => changeList(environment, method, path, body),
    async stop() {
      child.kill("SIGTERM");
      await once(child, "close");
      running.delete(child);
    },
  };
}

async function exportedBy(child) {
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    text += chunk;
    const lines = [...text.matchAll(/^export (\w+)=(.*)\n/gm)];
    if (lines.length === 3) return Object.fromEntries(lines.map(([, name, value]) => [name, value]));
  }
  throw new Error("the sandbox did not start");
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

function edit(name, from, to) {
  const path = join(folder, name);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`${name} holds no ${JSON.stringify(from)}`);
  writeFileSync(path, text.replace(from, to));
}

function chapter(title) {
  console.log(`\n${RULE}\n${title}\n${RULE}\n`);
}

function say(text) {
  console.log(`# ${text}`);
}
