import type { Diagnostic, PlateRules } from "../../allowlist/index.ts";
import type { TerminalText } from "../escape/terminal.ts";
import type { TableColumn } from "../text/table.ts";
import { holdsOf, NO_DIGEST } from "./document-fields.ts";
import type { PlateView } from "./full-plates.ts";
import { KnownPlates } from "./known-plates.ts";
import type { PlateForm } from "./plate-form.ts";
import { quotedPlates, replacePlateLike } from "./plates-in-text.ts";

/** Stands for the code of a problem whose message is a server's. */
const FAILURE = "failure";

/** Shows plates in another form. */
export function createPlateView(form: PlateForm): PlateView {
  return new ChangedPlates(form);
}

class ChangedPlates implements PlateView {
  readonly isFull = false;
  readonly #form: PlateForm;
  readonly #known = new KnownPlates();
  #rules: PlateRules = { foldLookalikes: false };

  constructor(form: PlateForm) {
    this.#form = form;
  }

  compareBy(rules: PlateRules): void {
    this.#rules = rules;
  }

  learn(plates: Iterable<string>): void {
    for (const one of plates) this.#known.add(one);
  }

  plate(text: string): string {
    return text === "" ? "" : this.#form(text, this.#rules);
  }

  text(text: TerminalText): TerminalText;
  text(text: string): string;
  text(text: string): string {
    return this.#known.replaceIn(text, "sentence", (plate) => this.plate(plate));
  }

  foreign(text: string): string {
    return replacePlateLike(this.text(text), (plate) => this.plate(plate));
  }

  output(text: TerminalText): TerminalText;
  output(text: string): string;
  output(text: string): string {
    return this.#known.replaceIn(text, "output", (plate) => this.plate(plate));
  }

  document(value: unknown): unknown {
    this.learnFrom(value);
    return this.part(value);
  }

  learnFrom(value: unknown): void {
    this.#learnFrom("", value);
  }

  part(value: unknown): unknown {
    return this.#shown("", value, "");
  }

  diagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    return diagnostics.map(({ message, fix, licenseNumber, accepted, ...rest }) => ({
      ...rest,
      message: this.#message(message, rest.code),
      ...(licenseNumber !== undefined && { licenseNumber: this.plate(licenseNumber) }),
      ...(accepted && { accepted: { ...accepted, reason: this.foreign(accepted.reason) } }),
      ...(fix !== undefined && { fix: this.text(fix) }),
    }));
  }

  columns<Row>(columns: readonly TableColumn<Row>[]): readonly TableColumn<Row>[] {
    return columns.map((column) => ({ ...column, value: (row) => this.#field(column.name, column.value(row)) }));
  }

  #message(text: string, code: string): string {
    if (code === FAILURE) return this.foreign(text);
    return this.text(quotedPlates(text, code, (plate) => this.plate(plate)));
  }

  #field(name: string, value: string): string {
    switch (holdsOf(name)) {
      case "plate":
        return this.plate(value);
      case "digest":
        return NO_DIGEST;
      case "plain":
        return value;
      case "foreign":
        return this.foreign(value);
      case "text":
        return this.text(value);
    }
  }

  /** Values below a field, by the field's name. */
  #learnFrom(name: string, value: unknown): void {
    if (typeof value === "string" && holdsOf(name) === "plate") this.#known.add(value);
    else if (Array.isArray(value)) for (const item of value) this.#learnFrom(name, item);
    else if (isRecord(value)) for (const [key, item] of Object.entries(value)) this.#learnFrom(key, item);
  }

  /** `code` is that of the problem which the value is a part of. */
  #shown(name: string, value: unknown, code: string): unknown {
    if (typeof value === "string") return name === "message" ? this.#message(value, code) : this.#field(name, value);
    if (name === "failures" && code === "") return this.#shown(name, value, FAILURE);
    if (Array.isArray(value)) return value.map((item) => this.#shown(name, item, code));
    if (!isRecord(value)) return value;
    const own = typeof value["code"] === "string" ? value["code"] : code;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#shown(key, item, own)]));
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
