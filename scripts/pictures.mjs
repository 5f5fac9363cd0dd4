// Takes the pictures of the pages from what the real program prints over a sandbox: `npm run build && npm run pictures`.
// Needs a Chromium (`PLATECTL_CHROMIUM`, else that of the machine).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import MarkdownIt from "markdown-it";
import { chromium } from "playwright-core";
import { exportedBy } from "./exported-by.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PLATECTL = join(ROOT, "dist/cli/main.js");
const IMAGES = join(ROOT, "docs/images");
const WIDTH = 900;
const MADE = "made 2026-07-01 08:00:00 UTC";

/** What the program writes to colour a text, as styles; the colours of a terminal with a dark ground. */
const STYLES = {
  1: "font-weight:bold",
  2: "opacity:.65",
  31: "color:#ff8a80",
  32: "color:#8ddb8c",
  33: "color:#f0c674",
  34: "color:#82aaff",
  35: "color:#d7a6ff",
  36: "color:#7fd4d4",
};

const executablePath = [process.env.PLATECTL_CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
  (path) => path && existsSync(path),
);
if (executablePath === undefined) throw new Error("No Chromium here; PLATECTL_CHROMIUM names one.");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const pages = mkdtempSync(join(tmpdir(), "platectl-pictures-"));
const folder = join(pages, "fleet");
const sandboxes = new Set();
try {
  cpSync(join(ROOT, "examples"), folder, { recursive: true });
  await pictures();
} finally {
  await browser.close();
  for (const sandbox of sandboxes) sandbox.kill("SIGKILL");
  rmSync(pages, { recursive: true, force: true });
}

async function pictures() {
  const global = await startSandbox("--mode", "global", "--data", join(folder, "sandbox.json"));
  const coloured = await run(global, { FORCE_COLOR: "1" }, "plan");
  await picture("plan-terminal.png", terminalPage(`$ platectl plan\n${coloured}`), { height: 300 });
  await run(global, {}, "plan", "--output", "plan.html");
  await picture("plan-page.png", readFileSync(join(folder, "plan.html"), "utf8"), { height: 760, cut: true });
  const comment = await run(global, {}, "plan", "--format", "markdown");
  await picture("plan-comment.png", commentPage(comment), { height: 300 });

  const accounts = await startSandbox("--mode", "billing-account");
  rmSync(join(folder, "fleet.yaml"));
  await run(accounts, {}, "export", "--output", "fleet.yaml");
  // Some cars have left, and are billed still.
  const lines = readFileSync(join(folder, "fleet.yaml"), "utf8").split("\n");
  writeFileSync(join(folder, "fleet.yaml"), lines.filter((line, at) => !/^ {6}- /.test(line) || at % 9 > 0).join("\n"));
  await run(accounts, {}, "audit", "--from", "2026-04-01", "--to", "2026-06-30", "--output", "audit.html");
  await picture("audit.png", readFileSync(join(folder, "audit.html"), "utf8"), { height: 760, cut: true });
}

/** The variables for the program that a sandbox on a free port exports. */
async function startSandbox(...options) {
  const args = [PLATECTL, "sandbox", "--port", "0", ...options];
  const sandbox = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  sandboxes.add(sandbox);
  return exportedBy(sandbox);
}

/** What the program prints on stdout; it may end with findings. */
async function run(server, variables, ...args) {
  const env = { PATH: process.env.PATH, HOME: folder, ...server, ...variables };
  const child = spawn(process.execPath, [PLATECTL, ...args], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0 && code !== 2) throw new Error(`platectl ${args.join(" ")} ended with ${code}`);
  // The port is another one each time.
  return printed.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:8080");
}

async function picture(name, html, { height, cut = false }) {
  const file = join(pages, "page.html");
  // The port is another one each time, and so is the moment at which a page was made.
  const alike = html.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:8080").replaceAll(/made [\d-]+ [\d:]+ UTC/g, MADE);
  writeFileSync(file, alike);
  const page = await browser.newPage({ viewport: { width: WIDTH, height }, colorScheme: "light" });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: join(IMAGES, name), fullPage: !cut });
  await page.close();
}

function terminalPage(text) {
  const html = escaped(text).replaceAll(/\u001b\[([0-9;]*)m/g, (_, codes) => spans(codes));
  return `<!doctype html><meta charset="utf-8"><style>body{margin:0;background:#1d2128;color:#e6e6e6}
pre{margin:0;padding:20px 24px;font:14px/1.45 "DejaVu Sans Mono",monospace;white-space:pre-wrap}</style><pre>${html}</pre>`;
}

function spans(codes) {
  const styles = codes.split(";").map((code) => STYLES[code]);
  const known = styles.filter((style) => style !== undefined);
  return known.length === 0 ? "</span>" : `<span style="${known.join(";")}">`;
}

function commentPage(markdown) {
  const body = new MarkdownIt({ html: true }).render(markdown);
  return `<!doctype html><meta charset="utf-8"><style>body{margin:24px;font:14px/1.5 "Liberation Sans",sans-serif;color:#1f2328}
article{border:1px solid #d1d9e0;border-radius:6px}header{background:#f6f8fa;border-bottom:1px solid #d1d9e0;padding:8px 16px;color:#59636e}
main{padding:8px 16px}table{border-collapse:collapse;margin:12px 0}td,th{border:1px solid #d1d9e0;padding:5px 12px}
tr:nth-child(2n){background:#f6f8fa}code{font:12px "DejaVu Sans Mono",monospace;background:#eff1f3;border-radius:4px;padding:2px 5px}
</style><article><header><b>github-actions</b> commented</header><main>${body}</main></article>`;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
