import { createHash } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import { z } from "zod";
import {
  type DesiredScope,
  type DesiredState,
  type PlateKey,
  type Scope,
  wantedElsewhere,
} from "../allowlist/index.ts";
import type { Change, Plan } from "../plan/index.ts";
import { planDocument } from "../render/index.ts";
import { type PlanDocument, planDocumentSchema } from "../schema/index.ts";
import type { ListToPublish, PlanToPublish } from "../state/index.ts";

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const listSchema = planDocumentSchema.shape.scopes.element
  .pick({ scope: true, name: true, counts: true, leftOut: true })
  .extend({ sha256: digest });
const headerSchema = z.strictObject({ plan: planDocumentSchema, common: digest, lists: z.array(listSchema) });

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

/**
 * A plan as it is published: a header, sealed by its SHA-256, and a part for each list, sealed by the header. `day` is today in the
 * fleet file's time zone, YYYY-MM-DD.
 */
export function planToPublish(
  plan: Plan,
  desired: DesiredState,
  day: string,
  meta: Parameters<typeof planDocument>[1],
): PlanToPublish {
  const { mode, policy, interface: rules, timeZone, files } = desired;
  const common = serialize({ mode, policy, interface: rules, timeZone, files } satisfies CommonPart);
  const lists = listsOf(plan, desired, day);
  const head = { ...planDocument({ ...plan, scopes: [] }, meta) };
  const header = {
    plan: head,
    common: sha256(common),
    lists: plan.scopes.map(({ scope, name, counts: { exempt: kept, ...counts }, leftOut }, at) => ({
      scope,
      name,
      counts: { ...counts, kept },
      leftOut,
      sha256: sha256(lists[at]?.part ?? ""),
    })),
  };
  const text = JSON.stringify(header);
  const content = sha256(JSON.stringify({ ...header, plan: { ...head, createdAt: "" } }));
  return { hash: sha256(text), content, header: text, common, lists };
}

function listsOf(plan: Plan, desired: DesiredState, day: string): readonly ListToPublish[] {
  const declared = new Map(desired.scopes.map((one) => [one.scope, one]));
  const planned = new Set(plan.scopes.map(({ scope }) => scope));
  const wanted = new Map([...(desired.elsewhere ?? []), ...wantedElsewhere(desired.scopes, day)]);
  return plan.scopes.flatMap(({ scope, changes }) => {
    const own = declared.get(scope);
    if (!own) return [];
    const leaving = changes.filter(({ action }) => action === "delete");
    const elsewhere = new Map(
      leaving.flatMap(({ plateKey }) => {
        const to = wanted.get(plateKey);
        return to === undefined || to === scope ? [] : [[plateKey, to] as const];
      }),
    );
    const movesTo = [...new Set(elsewhere.values())].filter((to) => planned.has(to));
    const part = serialize({ desired: own, changes, elsewhere } satisfies ListPart);
    return [{ scope, size: changes.length, part, movesTo }];
  });
}

/** Opens a published plan; undefined when it is not what its hash says. The digests of its parts are in it. */
export function openPublished(
  hash: string,
  { header, common }: { readonly header: string; readonly common: Uint8Array },
): PublishedPlan | undefined {
  if (sha256(header) !== hash) return undefined;
  const reading = headerSchema.safeParse(JSON.parse(header));
  if (!reading.success || sha256(common) !== reading.data.common) return undefined;
  const { plan, lists } = reading.data;
  const byScope = new Map(lists.map((one) => [one.scope, one]));
  return { hash, document: plan, lists: byScope, common: deserialize(common) };
}

/** Opens one list's part; undefined when it is not the part that the plan has sealed. */
export function openPart(plan: PublishedPlan, scope: Scope, part: Uint8Array): ListPart | undefined {
  return plan.lists.get(scope)?.sha256 === sha256(part) ? deserialize(part) : undefined;
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
