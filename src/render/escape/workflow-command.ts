import { truncate, visible } from "./visible.ts";

/** The text of a GitHub workflow command; the runner decodes exactly these three. */
export function commandMessage(text: string): string {
  return visible(truncate(text)).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

/** A property of a GitHub workflow command, where colon and comma have a meaning too. */
export function commandProperty(text: string): string {
  return commandMessage(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
