import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { CHROMIUM_OPTIONS, type ChromiumFinding, findChromium } from "./chromium.ts";

/** An opened HTML file, and everything that it did and should not have done. */
export interface Opened {
  readonly page: Page;
  /** Requests but the file's own, errors, warnings, policy violations, dialogs, new windows and navigations. */
  readonly misdeeds: string[];
}

/** Long enough for apt to install a browser. */
const INSTALL_TIMEOUT = 600_000;

/** Starts one browser for a test file, skips its tests visibly where there is none, and gives them a way to open HTML. */
export function useChromium(): (html: string, options?: BrowserContextOptions) => Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), "platectl-html-"));
  const file = join(folder, "page.html");
  let finding: ChromiumFinding = { missing: "not looked for" };
  let browser: Browser | undefined;

  beforeAll(async () => {
    finding = findChromium(process.env);
    if ("missing" in finding) process.stderr.write(`SKIPPED browser tests: ${finding.missing}\n`);
    else browser = await chromium.launch({ executablePath: finding.path, args: CHROMIUM_OPTIONS, timeout: 0 });
  }, INSTALL_TIMEOUT);
  beforeEach((context) => {
    if ("missing" in finding) context.skip(finding.missing);
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return async (html, options = {}) => {
    if (browser === undefined) throw new Error("no browser was started");
    writeFileSync(file, html);
    const address = pathToFileURL(file).href;
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(0);
    const misdeeds = watch(page, address);
    await page.goto(address);
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
