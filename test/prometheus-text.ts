/** A sample of the text format of Prometheus. */
export interface PrometheusSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a text in the format of Prometheus holds. */
export interface PrometheusText {
  readonly families: ReadonlyMap<string, { readonly help: string; readonly type: string }>;
  readonly samples: readonly PrometheusSample[];
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/;

/**
 * Reads the text format of Prometheus (0.0.4) strictly: each family has one HELP and one TYPE before its samples, which stand
 * together; names, labels and escapes are valid; no series occurs twice; no time stamps; the last line ends.
 * @throws Error that names the line.
 */
export function parsePrometheus(text: string): PrometheusText {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const families = new Map<string, { help: string; type: string }>();
  const samples: PrometheusSample[] = [];
  const seen = new Set<string>();
  let current = "";
  for (const line of text.slice(0, -1).split("\n")) {
    const refuse = (why: string): never => {
      throw new Error(`${why}: ${line}`);
    };
    const help = new RegExp(`^# HELP (${NAME}) ((?:[^\\\\]|\\\\[\\\\n])+)$`).exec(line);
    const type = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`).exec(line);
    if (help) {
      current = help[1] ?? "";
      if (families.has(current)) refuse("a family occurs twice");
      families.set(current, { help: help[2] ?? "", type: "" });
    } else if (type) {
      const family = families.get(type[1] ?? "");
      if (!family || type[1] !== current || family.type !== "") refuse("a TYPE without its HELP, or a second one");
      else family.type = type[2] ?? "";
    } else {
      const sample = new RegExp(`^(${NAME})\\{(.*)\\} ([+-]?[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?|NaN|[+-]Inf)$`).exec(
        line,
      );
      if (!sample) return refuse("neither a comment nor a sample");
      const [, name = "", labelText = "", value = ""] = sample;
      if (name !== current || families.get(name)?.type === "") refuse("a sample outside of its family");
      const labels = labelsOf(labelText) ?? refuse("invalid labels");
      const series = JSON.stringify([name, Object.entries(labels).sort()]);
      if (seen.has(series)) refuse("a series occurs twice");
      seen.add(series);
      samples.push({ name, labels, value: Number(value) });
    }
  }
  return { families, samples };
}

function labelsOf(text: string): Readonly<Record<string, string>> | undefined {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== "") {
    const match = LABEL.exec(rest);
    const [whole = "", name = "", value = ""] = match ?? [];
    if (!match || name.startsWith("__") || name in labels) return undefined;
    labels[name] = value.replace(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character));
    rest = rest.slice(whole.length);
  }
  return labels;
}
