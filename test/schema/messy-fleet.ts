/** A fleet file as nobody should write it, with what it holds. */
export interface MessyFleet {
  readonly text: string;
  /** `#c1`, `#c2`, …: every comment once. */
  readonly comments: readonly string[];
  readonly plates: readonly string[];
}

const LETTERS = ["AB", "1E", "0", "NO", "KÜ ", "X-", "2024-01-A", ""];

const NOTES = [
  "pool car",
  "no",
  "a: b",
  "12",
  "x #y",
  "it''s",
  "- A1",
  "cars:",
  "long ".repeat(30).trim(),
  "w".repeat(150),
];

/** Invents a valid fleet file in one of very many layouts; the same seed gives the same file. */
export function messyFleet(seed: number): MessyFleet {
  const writer = new Writer(seed);
  const file = writer.file();
  const text = seed % 8 === 7 ? file.replaceAll("\n", "\r\n") : file;
  return { text, comments: writer.comments, plates: writer.plates };
}

type Pair = readonly [string, Value];
type Value = string | { readonly list: readonly Value[] } | { readonly map: readonly Pair[] };

class Writer {
  readonly comments: string[] = [];
  readonly plates: string[] = [];
  #state: number;

  constructor(seed: number) {
    this.#state = seed + 1;
  }

  file(): string {
    const isGlobal = this.#one(2);
    const cars = isGlobal ? this.#cars(true) : undefined;
    const accounts = isGlobal ? undefined : Array.from({ length: this.#below(4) }, (_, at) => this.#account(at + 1));
    const map = (...pairs: Pair[]) => ({ map: this.#shuffled(pairs) });
    const all: Pair[] = [
      ["version", "1"],
      ["mode", isGlobal ? "global" : "billing-account"],
      ...(cars ? [["cars", { list: cars }] as const] : []),
      ...(accounts ? [["accounts", { list: accounts }] as const] : []),
      ["timeZone", "UTC"],
      [
        "policy",
        map(
          ["prune", "none"],
          ["maxAdds", map(["percent", "5"], ["always", "10"])],
          ["protect", map(["plates", { list: ["'VIP*'"] }])],
        ),
      ],
      ...(this.#one(2)
        ? [["interface", map(["pageSize", "100"], ["globalDelete", map(["in", "body"], ["name", "x"])])] as const]
        : []),
    ];
    const pairs = this.#shuffled(all);
    if (this.#one(12)) return `${this.#brackets({ map: pairs }, 0)}\n`;
    return `${this.#notes(0)}${this.#one(9) ? "---\n" : ""}${this.#block({ map: pairs }, this.#one(9) ? 2 : 0)}${this.#notes(4)}`;
  }

  #account(baId: number): Value {
    return {
      map: this.#shuffled([
        ["baId", String(baId)],
        ["name", "Acme 'A' Ltd"],
        ["cars", { list: this.#cars(false) }],
      ]),
    };
  }

  #cars(hasFeatures: boolean): Value[] {
    return Array.from({ length: this.#one(50) ? 120 : this.#below(6) }, () => {
      const plate = `${this.#pick(LETTERS)}${10 + this.plates.length}`;
      this.plates.push(plate);
      if (this.#one(2)) return this.#quoted(plate);
      const optional: Pair[] = [
        ["validFrom", "2026-01-01"],
        ["validUntil", '"2099-12-31"'],
        ["country", this.#quoted(this.#pick(["DK", "NO"]))],
        ["note", this.#quoted(this.#pick(NOTES))],
        ...(hasFeatures ? [["features", { list: this.#pick([[], ["LEASING"], ["POOL", "'12'"]]) }] as const] : []),
      ];
      return { map: this.#shuffled([["licenseNumber", this.#quoted(plate)], ...optional.filter(() => this.#one(2))]) };
    });
  }

  #quoted(text: string): string {
    const isRisky = /:(?: |$)| #|^- |''/.test(text);
    const style = this.#below(3);
    return style === 1 || (isRisky && style === 0) ? `'${text}'` : style === 2 ? `"${text}"` : text;
  }

  /** Lines that end in a line break; the first starts in the column. */
  #block(value: Exclude<Value, string>, column: number): string {
    const indent = " ".repeat(column);
    if ("map" in value)
      return value.map
        .map(([key, inner]) => `${this.#notes(column)}${indent}${this.#pair(key, inner, column)}`)
        .join("");
    return value.list.map((item) => `${this.#notes(column)}${indent}-${this.#item(item, column)}`).join("");
  }

  #pair(key: string, value: Value, column: number): string {
    const name = this.#one(8) ? `"${key}"` : key;
    if (key === "note" && this.#one(4)) return `${name}: ${this.#longNote(column)}`;
    if (typeof value === "string") return `${name}: ${" ".repeat(this.#below(3))}${value}${this.#behind()}\n`;
    if (this.#isEmpty(value) || this.#one(3)) return `${name}: ${this.#brackets(value, column + 1)}${this.#behind()}\n`;
    const deeper = column + ("list" in value ? this.#below(4) : 1 + this.#below(4));
    return `${name}:${this.#behind()}\n${this.#block(value, deeper)}`;
  }

  /** A note over several lines, in every way that YAML has. */
  #longNote(column: number): string {
    const indent = " ".repeat(column + 1 + this.#below(4));
    const lines = this.#pick([["one"], ["one", "# no comment", "  two"], ["one", "", "cars:", "- two"]]);
    const body = lines.map((line) => (line === "" ? "" : `${indent}${line}`)).join("\n");
    const style = this.#below(4);
    if (style > 1) return `${["|", "|-", "|+", ">", ">-", ">+"][this.#below(6)]}${this.#behind()}\n${body}\n`;
    const quote = style === 0 ? "'" : '"';
    return `${quote}${body.trimStart()}${quote}${this.#behind()}\n`;
  }

  #item(value: Value, column: number): string {
    if (typeof value === "string") return ` ${value}${this.#behind()}\n`;
    if (this.#isEmpty(value) || this.#one(3)) return ` ${this.#brackets(value, column + 1)}${this.#behind()}\n`;
    const deeper = column + 2 + this.#below(3);
    if (this.#one(4)) return `${this.#behind()}\n${this.#block(value, deeper)}`;
    const [first, ...others] = "map" in value ? value.map : [];
    if (!first) return `\n${this.#block(value, deeper)}`;
    return `${" ".repeat(deeper - column - 1)}${this.#pair(...first, deeper)}${this.#block({ map: others }, deeper)}`;
  }

  #brackets(value: Value, column: number): string {
    if (typeof value === "string") return /[,[\]{}]/.test(value) && !/^["']/.test(value) ? `"${value}"` : value;
    const isLong = this.#one(3);
    const gap = (): string =>
      isLong
        ? `${this.#behind()}\n${this.#notes(column + this.#below(3), Math.max(column, 1))}${" ".repeat(column + 1)}`
        : " ".repeat(this.#below(2));
    const parts =
      "map" in value
        ? value.map.map(([key, inner]) => `${key}: ${this.#brackets(inner, column + 1)}`)
        : value.list.map((item) => this.#brackets(item, column + 1));
    const [open, close] = "map" in value ? ["{", "}"] : ["[", "]"];
    return `${open}${gap()}${parts.map((part, at) => `${at === 0 ? "" : `,${gap()}`}${part}${gap()}`).join("")}${close}`;
  }

  #isEmpty(value: Exclude<Value, string>): boolean {
    return ("map" in value ? value.map : value.list).length === 0;
  }

  /** Comments and blank lines of their own. */
  #notes(column: number, least = 0): string {
    let lines = "";
    while (this.#one(4))
      lines += this.#one(2) ? "\n" : `${" ".repeat(Math.max(least, column + this.#below(5) - 2))}${this.#comment()}\n`;
    return lines;
  }

  #behind(): string {
    return this.#one(6) ? ` ${this.#comment()}` : this.#one(8) ? "  " : "";
  }

  #comment(): string {
    this.comments.push(`#c${this.comments.length}`);
    return this.comments.at(-1) ?? "";
  }

  #shuffled(pairs: readonly Pair[]): Pair[] {
    return pairs
      .map((pair) => [this.#below(1000), pair] as const)
      .sort(([left], [right]) => left - right)
      .map(([, pair]) => pair);
  }

  #pick<T>(choices: readonly T[]): T {
    const choice = choices[this.#below(choices.length)];
    if (choice === undefined) throw new Error("nothing to choose from");
    return choice;
  }

  #one(of: number): boolean {
    return this.#below(of) === 0;
  }

  #below(limit: number): number {
    this.#state = (Math.imul(this.#state ^ (this.#state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    const mixed = Math.imul(this.#state ^ (this.#state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
  }
}
