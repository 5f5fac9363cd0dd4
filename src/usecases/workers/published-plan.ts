import { createHash } from "node:crypto";
import { z } from "zod";
import {
  type DesiredScope,
  type DesiredState,
  formatSource,
  type PlateKey,
  type Scope,
  wantedOn,
} from "../../allowlist/index.ts";
import { type PlanDocument, planDocumentSchema } from "../../documents/index.ts";
import { type Change, type Plan, targetOf } from "../../plan/index.ts";
import { sealPlan } from "../../render/index.ts";
import type { ListToPublish, PlanToPublish } from "../../state/index.ts";
import { refusalOf } from "../approved-plan.ts";

const listSchema = planDocumentSchema.shape.scopes.element
  .pick({ scope: true, name: true, counts: true, leftOut: true })
  .extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().nonnegative() });
/** What the fleet files say is as it was when they were checked: the seal says so. */
const headerSchema = z.strictObject({
  plan: planDocumentSchema,
  /** With the address of the plan it makes the target's fingerprint. */
  partnerUrl: z.url(),
  common: z.custom<ReturnType<typeof storedCommon>>(),
  lists: z.array(listSchema),
});

/** What all lists of a published plan share: target, guards, totals and warnings, and each list with the digest of its part. */
export interface PublishedPlan {
  readonly hash: string;
  /** Without its lists. */
  readonly document: PlanDocument;
  readonly lists: ReadonlyMap<Scope, z.infer<typeof listSchema>>;
  readonly common: CommonPart;
}

/** What the fleet files say for all lists. */
export type CommonPart = Pick<DesiredState, "mode" | "policy" | "interface" | "timeZone" | "files">;

/** What a worker needs of one list. */
export interface ListPart {
  readonly desired: DesiredScope;
  /** The approved ones; nothing beyond them is done. */
  readonly changes: readonly Change[];
  /** Where those of the deleted cars go that another list wants. */
  readonly elsewhere: ReadonlyMap<PlateKey, Scope>;
}

/** A plan with this content is the same plan for this long, hours: well within the age at which plans are refused. */
const SAME_FOR_HOURS = 24;

/** What publishing adds to a plan. */
export interface Publishing {
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  readonly partnerUrl: URL;
  readonly meta: Parameters<typeof sealPlan>[1];
}

/** A plan as it is published: a header, sealed by its SHA-256, and a part for each list, sealed by the header. */
export function planToPublish(plan: Plan, desired: DesiredState, { day, partnerUrl, meta }: Publishing): PlanToPublish {
  const head = sealPlan({ ...plan, scopes: [] }, meta);
  const lists = listsOf(plan, desired, day);
  const seals = new Map(Array.from(lists, ({ scope, part }) => [scope, sealOf(part)]));
  const header = {
    plan: head,
    partnerUrl: partnerUrl.href,
    common: storedCommon(desired),
    lists: plan.scopes.map(({ scope, name, counts: { exempt: kept, ...counts }, leftOut }) => ({
      scope,
      name,
      counts: { ...counts, kept },
      leftOut,
      ...seals.get(scope),
    })),
  };
  const text = JSON.stringify(header);
  const content = contentOf(header);
  const terms = {
    maxAgeHours: SAME_FOR_HOURS,
    version: meta.tool.version,
    target: plan.target,
    now: Date.parse(head.createdAt),
  };
  const isSame = (hash: string, stored: string): boolean => {
    const other = openPublished(hash, stored);
    return other !== undefined && !refusalOf(other.document, terms) && contentOf(JSON.parse(stored)) === content;
  };
  return { hash: sha256(text), content, isSame, header: text, target: plan.target.fingerprint, lists };
}

/** What a header says, whenever it was made. */
function contentOf({ plan, ...header }: { readonly plan: PlanDocument }): string {
  return sha256(JSON.stringify({ ...header, plan: { ...plan, createdAt: "", integrity: "" } }));
}

/** Makes each part when it is asked for, and again when it is asked for again: all of them together take much memory. */
function listsOf(plan: Plan, desired: DesiredState, day: string): Iterable<ListToPublish> {
  const declared = new Map(desired.scopes.map((one) => [one.scope, one]));
  const planned = new Set(plan.scopes.map(({ scope }) => scope));
  const wanted = plan.counts.delete > 0 ? wantedOn(desired.scopes, day) : new Map<PlateKey, Scope>();
  return {
    *[Symbol.iterator]() {
      for (const { scope, changes } of plan.scopes) {
        const own = declared.get(scope);
        if (!own) continue;
        const elsewhere = new Map<PlateKey, Scope>();
        for (const { action, plateKey } of changes) {
          const to = action === "delete" ? wanted.get(plateKey) : undefined;
          if (to !== undefined && to !== scope) elsewhere.set(plateKey, to);
        }
        const movesTo = [...new Set(elsewhere.values())].filter((to) => planned.has(to));
        const part = JSON.stringify(storedPart({ desired: own, changes, elsewhere }));
        yield { scope, size: changes.length, part, movesTo };
      }
    },
  };
}

/**
 * Opens a published plan; undefined when it is not what its hash says, or shows another address than that of its target. The
 * digests of its parts are in it.
 */
export function openPublished(hash: string, header: string): PublishedPlan | undefined {
  if (sha256(header) !== hash) return undefined;
  const reading = headerSchema.safeParse(parsedJson(header));
  if (!reading.success) return undefined;
  const { plan, partnerUrl, lists, common } = reading.data;
  const { baseUrl, fingerprint } = plan.target;
  if (!URL.canParse(baseUrl)) return undefined;
  if (targetOf(new URL(baseUrl), new URL(partnerUrl), plan.mode).fingerprint !== fingerprint) return undefined;
  const byScope = new Map(lists.map((one) => [one.scope, one]));
  const policy = { ...common.policy, ignoredAccounts: new Set(common.policy.ignoredAccounts) };
  return { hash, document: plan, lists: byScope, common: { ...common, policy } };
}

/** Bytes of what is kept of a list's turns, beside each of its changes and for each of them. */
const REPORT_BYTES = 1024 * 1024;
const CHANGE_BYTES = 2 * 1024;

/** The most bytes that the row of each list can have, its reports included: what is longer was altered, and is not read. */
export function mostBytes({ lists }: PublishedPlan): ReadonlyMap<Scope, number> {
  return new Map(
    Array.from(lists.values(), (list) => [list.scope, list.bytes + REPORT_BYTES + CHANGE_BYTES * changesOf(list)]),
  );
}

/** How many changes of a list were approved. */
export function changesIn({ lists }: PublishedPlan, scope: Scope): number {
  const list = lists.get(scope);
  return list ? changesOf(list) : 0;
}

function changesOf({ counts: { add, update, delete: leaving, detach = 0 } }: z.infer<typeof listSchema>): number {
  return add + update + leaving + detach;
}

/** Opens one list's part; undefined when it is not the part that the plan has sealed. */
export function openPart(plan: PublishedPlan, scope: Scope, part = ""): ListPart | undefined {
  if (plan.lists.get(scope)?.sha256 !== sha256(part)) return undefined;
  const { list, entries, absent, changes, elsewhere }: ReturnType<typeof storedPart> = JSON.parse(part);
  const desired = { ...list, entries: byKey(entries), absent: byKey(absent) };
  const placed = changes.map((change) => {
    const wanted = isOfWanted(change) ? desired.entries.get(change.plateKey) : undefined;
    return wanted ? { ...change, source: formatSource(wanted.source) } : change;
  });
  return { desired, changes: placed, elsewhere: new Map(elsewhere) };
}

// JSON has no maps and no sets.
function storedCommon({ mode, policy, interface: rules, timeZone, files }: CommonPart) {
  return {
    mode,
    policy: { ...policy, ignoredAccounts: [...policy.ignoredAccounts] },
    interface: rules,
    timeZone,
    files,
  };
}

function storedPart({ desired: { entries, absent, ...list }, changes, elsewhere }: ListPart) {
  return {
    list,
    entries: [...entries.values()],
    absent: [...(absent?.values() ?? [])],
    // Where a wanted car is in the files is said of the car, too: to make a text of it for all cars takes much memory.
    changes: changes.map((change) => (isOfWanted(change) ? withoutSource(change) : change)),
    elsewhere: [...elsewhere],
  };
}

function isOfWanted({ action }: Change): boolean {
  return action === "add" || action === "update";
}

function withoutSource({ source: _, ...change }: Change): Change {
  return change;
}

function byKey<Car extends { readonly plateKey: PlateKey }>(cars: readonly Car[]): ReadonlyMap<PlateKey, Car> {
  return new Map(cars.map((car) => [car.plateKey, car]));
}

/** Undefined for what is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sealOf(part: string) {
  return { sha256: sha256(part), bytes: Buffer.byteLength(part) };
}

function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
