import type { Page } from "playwright-core";
import { z } from "zod";

// The functions below are text because they run in the page: this project is checked without the browser's types.

/** The cells of the rows that exist now, spacers aside. */
export async function rowsOf(page: Page): Promise<string[][]> {
  return z
    .array(z.array(z.string()))
    .parse(
      await page.evaluate(
        `[...document.querySelectorAll("#rows tr:not(.space)")].map((row) => [...row.cells].map((cell) => cell.textContent))`,
      ),
    );
}

async function textsOf(page: Page, script: string): Promise<string[]> {
  return z.array(z.string()).parse(await page.evaluate(script));
}

/** The plates of the rows that exist now. */
export async function platesOf(page: Page): Promise<string[]> {
  return (await rowsOf(page)).map(([plate = ""]) => plate);
}

/** Texts on a background with less contrast than WCAG AA asks of body text (4.5), with their ratio. */
export async function paleTexts(page: Page): Promise<string[]> {
  return textsOf(page, PALE_TEXTS);
}

const PALE_TEXTS = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = channels(color).map((value) => value / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backgroundOf = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return channels(color)[3] === 0 ? backgroundOf(element.parentElement) : color;
  };
  const pale = [];
  for (const element of document.querySelectorAll("main *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    if (!own || element.getClientRects().length === 0) continue;
    const [a, b] = [light(getComputedStyle(element).color), light(backgroundOf(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) pale.push(ratio.toFixed(2) + " " + element.className + " " + element.textContent.slice(0, 30));
  }
  return pale;
})()`;

/** What has the focus: its accessible name or text, and whether an outline shows it. */
export async function focusOf(page: Page): Promise<{ name: string; outlined: boolean }> {
  return z.object({ name: z.string(), outlined: z.boolean() }).parse(
    await page.evaluate(`(() => {
      const here = document.activeElement;
      const label = here.labels?.[0]?.firstChild.textContent;
      const { outlineStyle, outlineWidth } = getComputedStyle(here);
      return { name: here.ariaLabel ?? label ?? here.textContent, outlined: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 };
    })()`),
  );
}

/** The names of all elements, each with those of its attributes, of the whole page. */
export async function vocabularyOf(page: Page): Promise<string[]> {
  return textsOf(
    page,
    `[...new Set([...document.querySelectorAll("*")].flatMap((element) =>
      [element.localName, ...element.getAttributeNames().map((name) => element.localName + " " + name)]))].sort()`,
  );
}

/** Elements that hide a part of their text: it is wider or higher than they are. */
export async function cutTexts(page: Page): Promise<string[]> {
  return textsOf(
    page,
    `[...document.querySelectorAll("main *")].filter((one) => one.clientWidth > 0 && !one.matches("input, select") &&
      (one.scrollWidth > one.clientWidth + 1 && (one.closest(".tiles") || getComputedStyle(one).overflowX !== "visible") ||
       one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== "visible"))
      .map((one) => one.className + " " + one.textContent.slice(0, 40))`,
  );
}

/** What can be pressed and is lower or narrower than so many pixels. */
export async function smallTargets(page: Page, least: number): Promise<string[]> {
  return textsOf(
    page,
    `[...document.querySelectorAll("button, input, select, summary")].filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return height > 0 && (width < ${least} || height < ${least});
    }).map((one) => one.localName + " " + one.textContent.slice(0, 40))`,
  );
}
