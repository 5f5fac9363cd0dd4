import { z } from "zod";
import { describeIssues } from "../http/decode.ts";

/** A row that cannot be judged, with what is known of it. */
export interface OddRow {
  /** The page that it stands on, as the server counts. */
  readonly page: number;
  /** Digits; empty where they cannot be read. */
  readonly id: string;
  /** Empty where it cannot be read, and for rows that name none. */
  readonly licensePlate: string;
  /** What is wrong: `currency is not an object`. */
  readonly reason: string;
}

/** A row of a list whose rows are judged one by one: an odd row hides no other. */
export type Row<Item> =
  | {
      readonly kind: "row";
      readonly item: Item;
      /** A row with the same id came before (billing records only). A second reading tells a list that changed from one that names a row twice. */
      readonly isRepeat: boolean;
    }
  | { readonly kind: "odd"; readonly row: OddRow };

/** A row as a page holds it. */
export type PageRow<Item> =
  | { readonly kind: "item"; readonly item: Item }
  | { readonly kind: "odd"; readonly text: string; readonly row: Omit<OddRow, "page"> };

/** Reads rows one by one; `known` is what can be said of one that is not as the shape says. */
export function pageRowShape<Item>(
  shape: z.ZodType<Item>,
  known: z.ZodType<Pick<OddRow, "id" | "licensePlate">>,
): z.ZodType<PageRow<Item>> {
  return z.unknown().transform((value): PageRow<Item> => {
    const parsed = shape.safeParse(value);
    if (parsed.success) return { kind: "item", item: parsed.data };
    const reason = describeIssues(parsed.error.issues, "the row");
    return { kind: "odd", text: JSON.stringify(value), row: { ...known.parse(value), reason } };
  });
}
