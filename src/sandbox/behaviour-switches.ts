import type { DeleteParameter } from "../allowlist/index.ts";
import type { Normaliser, RateLimit, Rejection, SandboxBehaviour } from "./model/behaviour.ts";
import { LANGUAGES } from "./model/words.ts";

/** A switch as a command line sets it: what may be written, and what that means; undefined for anything else. */
export interface BehaviourSwitch<Value> {
  readonly values: string;
  /** All that may be written, where that is a few words. */
  readonly choices?: readonly string[];
  readonly read: (text: string) => Value | undefined;
}

const NOT_OFFERED = [404, 405, 501] as const;
const ORDERS = ["inserted", "newest-first", "sorted", "unstable"] as const;
const NORMALISERS: readonly Normaliser[] = ["upper", "strip-spaces", "strip-hyphens", "truncate", "zero-for-o"];

/** Every switch of a sandbox's behaviour, by its name. */
export const BEHAVIOUR_SWITCHES: { readonly [Key in keyof SandboxBehaviour]: BehaviourSwitch<SandboxBehaviour[Key]> } =
  {
    pageParam: name(),
    sizeParam: name(),
    firstPage: oneOf([0, 1]),
    pageZero: oneOf(["first", 400, 404, 422]),
    defaultPageSize: count(1),
    maxCarPageSize: count(1),
    oversize: oneOf(["clamp", "refuse"]),
    pageEcho: oneOf(["served", "numbered", "asked", "none"]),
    pastTheEnd: oneOf(["empty", "last", 400, 404, 422, 500]),
    contentType: oneOf(["application/json", "application/hal+json"]),
    listOrder: oneOf(ORDERS),
    accountListOrder: oneOf(ORDERS),
    accountCars: oneOf(["offered", ...NOT_OFFERED]),
    accountCarItem: oneOf(["object", "string"]),
    featuresListed: boolean(),
    platePadding: count(0),
    duplicateRows: count(0),
    accountsList: oneOf(["array", "page", ...NOT_OFFERED]),
    accountIdField: oneOf(["baId", "id"]),
    fleetList: oneOf(["array", "page"]),
    globalDelete: {
      values: "query:NAME, body:NAME, array, false",
      read: (text) => (text === "false" ? false : readDelete(text)),
    },
    accountDelete: { values: "query:NAME, body:NAME, array", read: readDelete },
    deleteWithoutCars: oneOf(["refuse", "nothing", "everything"]),
    successStatus: oneOf([204, 200]),
    duplicateAdd: oneOf(["update", "ignore", "failure"]),
    absentDelete: oneOf(["accept", "failure", "not-found"]),
    words: oneOf(LANGUAGES),
    plateInWords: oneOf(["none", "sent", "stored"]),
    featuresRequired: boolean(),
    normalise: { values: `none, or several of ${NORMALISERS.join(", ")}`, read: readNormalisers },
    rejections: { values: "none, MASK:WORDS", read: readRejections },
    maxCarsPerRequest: countOrNone(),
    dropCarsAfter: countOrNone(),
    maxHeadBytes: count(1),
    headRefusal: oneOf([414, 431]),
    rateLimit: { values: "REQUESTS (a second), REQUESTS/SECONDS, false", read: readRateLimit },
    forbidden: { values: "none, PATH,…", read: (text) => words(text) },
    tokenLifetime: count(1),
    replicaLag: count(0),
    confirmWithoutDoing: boolean(),
    userCarParam: name(),
    requiredUserFields: { values: "none, FIELD,…", read: (text) => words(text) },
    userCreatedStatus: oneOf([201, 200]),
    fromDateParam: name(),
    toDateParam: name(),
    datesRequired: boolean(),
  };

const NAMES = Object.keys(BEHAVIOUR_SWITCHES).filter(isName);

function isName(key: string): key is keyof SandboxBehaviour {
  return Object.hasOwn(BEHAVIOUR_SWITCHES, key);
}

/** What a `KEY=VALUE` says, or what is wrong with it. */
export type SwitchReading =
  | { readonly kind: "behaviour"; readonly behaviour: Partial<SandboxBehaviour> }
  | { readonly kind: "unknown-key"; readonly key: string; readonly known: readonly string[] }
  | { readonly kind: "wrong-value"; readonly key: string; readonly values: string };

/** Reads one `KEY=VALUE`. */
export function readSwitch(text: string): SwitchReading {
  const [written = ""] = text.split("=", 1);
  if (!isName(written)) return { kind: "unknown-key", key: written, known: NAMES };
  const key = written;
  const { values, read } = BEHAVIOUR_SWITCHES[key];
  const value = text.includes("=") ? read(text.slice(written.length + 1)) : undefined;
  return value === undefined
    ? { kind: "wrong-value", key, values }
    : { kind: "behaviour", behaviour: { [key]: value } };
}

function oneOf<const Value extends string | number>(all: readonly Value[]): BehaviourSwitch<Value> {
  const choices = all.map(String);
  return { values: choices.join(", "), choices, read: (text) => all.find((value) => String(value) === text) };
}

function boolean(): BehaviourSwitch<boolean> {
  const read = (text: string) => (text === "true" ? true : text === "false" ? false : undefined);
  return { values: "true, false", choices: ["true", "false"], read };
}

function name(): BehaviourSwitch<string> {
  return { values: "a parameter's name", read: (text) => (/^[A-Za-z0-9_.~-]{1,64}$/.test(text) ? text : undefined) };
}

function count(least: number): BehaviourSwitch<number> {
  return { values: `a whole number from ${least}`, read: (text) => readCount(text, least) };
}

function countOrNone(): BehaviourSwitch<number> {
  const read = (text: string) => (text === "none" ? Number.POSITIVE_INFINITY : readCount(text, 0));
  return { values: "a whole number, none", read };
}

function readCount(text: string, least: number): number | undefined {
  const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least ? number : undefined;
}

function readDelete(text: string): DeleteParameter | undefined {
  if (text === "array") return { in: "body", shape: "array" };
  const match = /^(query|body):([A-Za-z0-9_.~-]{1,64})$/.exec(text);
  const place = match?.[1] === "query" ? "query" : "body";
  return match?.[2] === undefined ? undefined : { in: place, name: match[2] };
}

function readNormalisers(text: string): readonly Normaliser[] | undefined {
  const steps = words(text).map((word) => NORMALISERS.find((one) => one === word));
  const known = steps.filter((step) => step !== undefined);
  return known.length === steps.length ? known : undefined;
}

function readRejections(text: string): readonly Rejection[] | undefined {
  if (text === "none") return [];
  const [, plates, error] = /^([^:]+):(.+)$/.exec(text) ?? [];
  return plates === undefined || error === undefined ? undefined : [{ plates, error }];
}

function readRateLimit(text: string): RateLimit | false | undefined {
  if (text === "false") return false;
  const [, requests, seconds = "1"] = /^([1-9][0-9]{0,8})(?:\/([1-9][0-9]{0,5}))?$/.exec(text) ?? [];
  return requests === undefined ? undefined : { requests: Number(requests), seconds: Number(seconds) };
}

function words(text: string): readonly string[] {
  return text === "none" ? [] : text.split(",").map((word) => word.trim());
}
