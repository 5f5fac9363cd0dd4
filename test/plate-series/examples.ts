import { readFileSync } from "node:fs";

/** A plate as people write it, with its country. */
export interface Example {
  readonly country: string;
  readonly plate: string;
}

/** Plates that formats were made from, or that public documents show; none of them comes from the patterns under test. */
export const EXAMPLES: readonly (Example & { readonly from: string })[] = readFileSync(
  new URL("examples.csv", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .slice(1)
  .map((row) => {
    const [country = "", plate = "", from = ""] = row.split(",");
    return { country, plate, from };
  });

/** Plates as public pages, decrees and the tests of other programs write them: the usual series first, then the rare ones. */
export const DOCUMENTED_PLATES: readonly Example[] = EXAMPLES.filter(({ from }) => from === "documents");
