import { visible } from "./visible.ts";

/** The value of a label in the text format of Prometheus, in its quotes; one line, whatever it holds. */
export function prometheusLabel(text: string): string {
  return `"${visible(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
