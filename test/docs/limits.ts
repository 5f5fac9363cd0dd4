import { DEFAULT_POLICY, DEFAULT_WINDOW, LONGEST_WINDOW } from "../../src/allowlist/index.ts";
import type { GuardRule } from "../../src/plan/index.ts";
import { EMPTIED_LIST_SIZE, STRANGE_LIST_SIZE } from "../../src/plan/judge/guards.ts";
import { SMALLEST_HALVED_LIST } from "../../src/plan/judge/joint-guards.ts";

const { maxDeletes, maxAdds, maxUpdates } = DEFAULT_POLICY;
const { days, percent } = DEFAULT_WINDOW;
const DELETES = "`--allow-deletes=N`";

/** What stops a plan, where it does not, and what lets it pass. */
const LIMITS: Readonly<Record<GuardRule, readonly [stops: string, exceptions: string, override: string]>> = {
  maxDeletes: [
    `one plan deletes too many: up to \`always\` (${maxDeletes.always}) deletes of a list pass, more up to \`percent\` (${maxDeletes.percent} %) of it, and never more than \`count\` (${maxDeletes.count})`,
    `of ${SMALLEST_HALVED_LIST} cars and more, \`always\` never covers more than half. A car that moves to another account is a delete of its list`,
    DELETES,
  ],
  "maxDeletes.total": [
    "the same for the deletes of all lists, those of earlier runs of the day included; by default as `maxDeletes`, where that allows more",
    "all lists that the state knows count, whichever a run chooses",
    DELETES,
  ],
  "maxDeletes.window": [
    `deletes of the last ${days} \`days\` (up to ${LONGEST_WINDOW}) are above \`percent\` (${percent} %, or \`maxDeletes.percent\` if that is more) of the largest list of these days, and above \`always\``,
    "none without deletes of earlier runs. Also for all lists together",
    DELETES,
  ],
  maxAdds: [
    `adds are above \`always\` (${maxAdds.always}) and above \`percent\` (${maxAdds.percent} %) of the list`,
    "a first run may add any number to an empty list; on a list of unknown content `always` alone counts",
    "`--allow-adds=N`",
  ],
  maxUpdates: [
    `updates of features are above \`always\` (${maxUpdates.always}) and above \`percent\` (${maxUpdates.percent} %) of the list`,
    "none",
    "`--allow-updates=N`",
  ],
  noOverlap: [
    "file and list have no car in common, and something would be deleted",
    `fewer than ${STRANGE_LIST_SIZE} cars in the file or on the list`,
    DELETES,
  ],
  emptyLive: [
    "a list that held cars is empty now, and some would be added",
    `it held fewer than ${EMPTIED_LIST_SIZE} cars`,
    "`--allow-adds=N`",
  ],
  emptyDesired: [
    "the file names no car, and the list holds some",
    "none; `maxDeletes` is judged besides, so a list of four or more cars needs `--allow-deletes=N`, too",
    "`policy.allowEmpty: true`, for one change",
  ],
  maxShrink: [
    "a [list file](#lists-that-somebody-else-exports) lost too many cars",
    "unless it is given, nothing",
    "`--allow-shrink=N`",
  ],
  maxAge: ["a list file is too old", "unless it is given, nothing", "`--allow-age=DAYS`"],
};

/** The table of all limits. */
export function limits(): string {
  const rows = Object.entries(LIMITS).map(([rule, cells]) => `| \`${rule}\` | ${cells.join(" | ")} |`);
  return ["| guard | stops when | does not hold for | override |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
