import { closestMatch } from "leven";
import {
  AS_DOCUMENTED,
  BEHAVIOUR_SWITCHES,
  DEFAULT_BEHAVIOUR,
  readSwitch,
  type SandboxBehaviour,
  type SwitchReading,
} from "../../sandbox/index.ts";

/** Longest misspelling that is taken for a known switch, in letters changed. */
const NEAREST_KEY_DISTANCE = 4;

/** The behaviour that options ask for, and what is wrong with them. */
export function behaviourOf({
  asDocumented,
  behaviour = [],
}: {
  readonly asDocumented?: boolean;
  readonly behaviour?: readonly string[];
}): { readonly behaviour: Partial<SandboxBehaviour>; readonly problems: readonly string[] } {
  const readings = behaviour.map(readSwitch);
  const changes = readings.map((reading) => (reading.kind === "behaviour" ? reading.behaviour : {}));
  const problems = readings.flatMap((reading) => problemOf(reading) ?? []);
  return { behaviour: Object.assign({}, asDocumented ? AS_DOCUMENTED : {}, ...changes), problems };
}

/** Every switch, with its default and what it may be. */
export function behaviourHelp(): string {
  const width = Math.max(...Object.keys(BEHAVIOUR_SWITCHES).map((key) => key.length));
  const defaults = new Map<string, unknown>(Object.entries(DEFAULT_BEHAVIOUR));
  const lines = Object.entries(BEHAVIOUR_SWITCHES).map(
    ([key, { values }]) => `${key.padEnd(width)}  ${values} (default: ${written(defaults.get(key))})`,
  );
  return `${lines.join("\n")}\n`;
}

function problemOf(reading: SwitchReading): string | undefined {
  switch (reading.kind) {
    case "behaviour":
      return undefined;
    case "unknown-key":
      return `--behaviour has no switch ${JSON.stringify(reading.key)}; ${nearest(reading)}`;
    case "wrong-value":
      return `--behaviour ${reading.key}=… takes: ${reading.values}`;
  }
}

function nearest({ key, known }: { readonly key: string; readonly known: readonly string[] }): string {
  const match = closestMatch(key.slice(0, 64), known, { maxDistance: NEAREST_KEY_DISTANCE });
  return match === undefined ? "`--behaviour help` lists them" : `did you mean ${match}?`;
}

// A default as the command line would have it.
function written(value: unknown): string {
  if (value === Number.POSITIVE_INFINITY) return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(written).join(",");
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Object.values(value);
  return entries.map(String).join(":");
}
