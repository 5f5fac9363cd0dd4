import type { DocumentContent, DocumentName } from "../../documents/index.ts";

/** Text of any kind, or one of some words that the schema names. */
type TextKind<Value> = Value extends string
  ? string extends Value
    ? "any"
    : "fixed"
  : Value extends readonly (infer Item)[]
    ? TextKind<Item>
    : never;

/** The names of all fields with text of this kind, at any depth. */
type FieldsWith<Kind extends "any" | "fixed", Value> = Value extends readonly (infer Item)[]
  ? FieldsWith<Kind, Item>
  : Value extends object
    ? {
        [Key in keyof Value & string]: string extends Key
          ? never
          : (Kind extends TextKind<Value[Key]> ? Key : never) | FieldsWith<Kind, Value[Key]>;
      }[keyof Value & string]
    : never;

type FieldWith<Kind extends "any" | "fixed"> = {
  [Name in DocumentName]: FieldsWith<Kind, DocumentContent<Name>>;
}[DocumentName];
type TextField = FieldWith<"any" | "fixed"> | "kind";

/**
 * What is known of the text of a field, and so what is shown of it where plates are hidden. Of a field that is not listed here,
 * nothing is: people, files or servers may have written it. A text that is shown without a look at it is named with the field
 * around it, for another document may call by one name what anybody wrote: `findings.found` is ours, `skippedRows.found` a cell.
 */
const FIELDS = {
  plate: ["licenseNumber", "licensePlate", "plateKey", "leftBehind", "skip", "twin"],
  /** Words of platectl. */
  plain: [
    ...["kind", "scope", "desiredIn", "action", "outcome", "severity", "rule", "change", "changedBy", "cause"],
    ...["drift", "listed", "verdict", "what", "mode", "by", "only", "shape", "in", "noCommit", "removedBy", "why"],
    ...["wanted", ".code", "warnings.code", "alarms.code", "notes.code", "diagnostics.code", "rows.event"],
    ...["outcome.event", ".probe", "findings.probe", "target.baseUrl", "target.fingerprint", "tool.name"],
    ...["tool.version", "rows.target", "outcome.target", "targets.target", ".current", ".lock", "range.timeZone"],
    ...["guards.override", "rows.from", "accountList", "baseline", "missing"],
  ],
  /** Of servers and files: shown where it is a number, a time or a long hexadecimal id. */
  number: [
    ...["account", "accounts", "id", "baId", "puId", "parkingUser", "infoId", "infoRecordId", "records", "ids"],
    ...["from", "to", "refunds", "examples", "invoiced", "billed", "difference", "startDate", "endDate"],
    ...["createdDate", "validFrom", "validUntil", "day", "firstDay", "lastDay", "removedOn", "createdAt", "startedAt"],
    ...["finishedAt", "seen", "at", "since", "until", "after", "changedOn", "commit", "planHash", "published", "vat"],
    ...["amountExcludingVat", "amountIncludingVat", "charged", "refunded", "areaId", "areaNumber", "traceId"],
    ...["defaultFractionDigits", "numericCode", "numericCodeAsString", "key", "run"],
  ],
  /** The same where it has letters only. */
  code: [
    ...["currency", "currencyCode", "country", "countryCode", "recordType", "recordSubType", "subType", "status"],
    ...["features", "features.from", "features.to", "globalDelete.name", "accountDelete.name", "fromDateParam"],
    ...["toDateParam", "userCarParam", "pageParam", "sizeParam"],
  ],
  /** A file, a line, a cell: without names in which letters and digits are mixed, as in plates. */
  place: ["source", "file", "path", "cell", "output", "list.name", "unclearRows.list", ".name", ".from", ".to"],
  /** A sentence of platectl: without what it quotes. */
  message: [
    ...[".message", "warnings.message", "alarms.message", "advice", "notes.message", "findings.message"],
    ...["failures.message", "diagnostics.message", ".fix", "diagnostics.fix", "rules.fix", "rules.explanation"],
    ...["rules.title", ".found", "findings.found", "changes.hint", ".notes", "guards.overriddenBy", "kept.reason"],
    ...["held.reason", "unchecked.reason", "leftOut.reason", "unclearRows.reason", "unclearRows.remedy"],
    ...["rows.reason", "live.note", "desired.note", "commits.note", "journal.note", "billing.note", "users.note"],
  ],
  /** Made of plates without a key, so that a short list could be found by trying. */
  digest: ["digest", "planDigest", "sha256", "integrity", "findingId"],
} as const satisfies Readonly<Record<string, readonly (TextField | `${string}.${TextField}`)[]>>;

/** What a field's text is known to be. */
export type Content = keyof typeof FIELDS;

/** Fields of fixed words that pages decide by, and that are missing above: while there is one, this does not compile. */
const MISSING: Readonly<
  Record<Exclude<FieldWith<"fixed">, (typeof FIELDS)[Content][number] | "name" | "code">, Content>
> = {};

const CONTENTS: readonly Content[] = ["plate", "plain", "number", "code", "place", "message", "digest"];
const BY_FIELD: ReadonlyMap<string, Content> = new Map<string, Content>([
  ...Object.entries<Content>(MISSING),
  ...CONTENTS.flatMap((content) => FIELDS[content].map((field) => [field, content] as const)),
]);

/** What the text of a field is, by its name and that of the field around it; undefined where that is not known. */
export function contentOf(field: string, around: string): Content | undefined {
  return BY_FIELD.get(`${around}.${field}`) ?? BY_FIELD.get(field);
}
