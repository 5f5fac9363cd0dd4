import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

/** An opened HTML file, and everything that it did and should not have done. */
export interface Opened {
  readonly page: Page;
  /** Requests but the file's own, errors, warnings, policy violations, dialogs, new windows and navigations. */
  readonly misdeeds: string[];
}

/** How a server sends the page: with a policy beside the page's own. */
interface Served {
  readonly policy?: string;
}

/** Where Debian and its kin put it; `PLATECTL_CHROMIUM` names another. */
const USUAL_PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** What chromium is started with: no sandbox, because containers run as root without one, and nothing that calls home. */
const CHROMIUM_OPTIONS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts one browser for a test file, skips its tests visibly where there is none, and gives them a way to open HTML. */
export function useChromium(): (html: string, options?: BrowserContextOptions & Served) => Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), "platectl-html-"));
  const file = join(folder, "page.html");
  const executablePath = process.env["PLATECTL_CHROMIUM"] ?? USUAL_PLACES.find((path) => existsSync(path));
  let browser: Browser | undefined;

  beforeAll(async () => {
    if (executablePath !== undefined)
      browser = await chromium.launch({ executablePath, args: CHROMIUM_OPTIONS, timeout: 0 });
    else process.stderr.write("SKIPPED browser tests: no Chromium here; set PLATECTL_CHROMIUM to one\n");
  });
  beforeEach((context) => {
    if (browser === undefined) context.skip("no Chromium here");
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return async (html, { policy, ...options } = {}) => {
    if (browser === undefined) throw new Error("no browser was started");
    writeFileSync(file, html);
    const address = pathToFileURL(file).href;
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(0);
    const misdeeds = watch(page, address);
    if (policy !== undefined) {
      const headers = { "content-security-policy": policy };
      await page.route("**", (route) => route.fulfill({ body: html, contentType: "text/html", headers }));
    }
    await page.goto(policy === undefined ? address : "http://ci.example.com/page.html");
    return { page, misdeeds };
  };
}

function watch(page: Page, address: string): string[] {
  const misdeeds: string[] = [];
  let navigations = 0;
  page.on("request", (request) => request.url() !== address && misdeeds.push(`request ${request.url()}`));
  page.on("console", (message) => misdeeds.push(`${message.type()} ${message.text()}`));
  page.on("pageerror", (error) => misdeeds.push(error.message));
  page.on("popup", () => misdeeds.push("popup"));
  page.on("download", () => misdeeds.push("download"));
  page.on("framenavigated", (frame) => {
    navigations += 1;
    if (navigations > 1) misdeeds.push(`navigation to ${frame.url()}`);
  });
  page.on("dialog", (dialog) => {
    misdeeds.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  return misdeeds;
}
