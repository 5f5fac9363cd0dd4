import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { testRows } from "../case-files.ts";
import type { useChromium } from "./open-page.ts";
import { platesOf, rowsOf } from "./reading.ts";

/** What a reader does at a page, and what it shows then. */
interface Step {
  readonly search?: string;
  /** The name of a button, and of the group or table that it is in. */
  readonly click?: readonly [name: string, within?: string];
  readonly press?: readonly [key: string, name: string];
  readonly choose?: readonly [field: string, value: string];

  readonly plates?: readonly string[];
  /** What is in the cells of the first row. */
  readonly row?: readonly string[];
  readonly status?: string;
  /** Whether the button that was clicked shows itself as pressed. */
  readonly isPressed?: boolean;
  /** How the column of the button is sorted. */
  readonly sorted?: string;
}

interface Case {
  readonly what: string;
  readonly page: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly steps: readonly Step[];
}

/** A test for each row of the data file beside a test, on the pages of these names. */
export function pageCases(
  test: string,
  open: ReturnType<typeof useChromium>,
  pages: Readonly<Record<string, string>>,
): void {
  testRows(test, async ({ page: name, viewport, steps }: Case) => {
    const { page, misdeeds } = await open(pages[name] ?? "", viewport && { viewport });
    for (const step of steps) await take(page, step);
    expect(misdeeds).toEqual([]);
  });
}

async function take(page: Page, { search, click, press, choose, ...wanted }: Step): Promise<void> {
  const button = buttonOf(page, click ?? [press?.[1] ?? ""]);
  if (search !== undefined) await page.getByRole("searchbox", { name: "Search" }).fill(search);
  if (choose) await page.getByRole("combobox", { name: choose[0] }).selectOption(choose[1]);
  if (click) await button.click();
  if (press) await button.press(press[0]);
  if (wanted.plates) expect(await platesOf(page)).toEqual(wanted.plates);
  for (const cell of wanted.row ?? []) expect((await rowsOf(page))[0]).toContain(cell);
  if (wanted.status) expect(await page.getByRole("status").textContent()).toBe(wanted.status);
  if (wanted.isPressed !== undefined) expect(await button.getAttribute("aria-pressed")).toBe(String(wanted.isPressed));
  const heading = page.getByRole("columnheader").filter({ has: button });
  if (wanted.sorted) expect(await heading.getAttribute("aria-sort")).toBe(wanted.sorted);
}

function buttonOf(page: Page, [name, within]: readonly [name: string, within?: string]): Locator {
  if (within === undefined) return page.getByRole("button", { name, exact: true });
  const around = page.getByRole("group", { name: within, exact: true });
  return around.or(page.getByRole("table", { name: within })).getByRole("button", { name, exact: true });
}
