import type {
  Choice,
  CommitGap,
  DesiredState,
  Diagnostic,
  LiveScope,
  LiveState,
  PlateKey,
  Scope,
} from "../../allowlist/index.ts";
import type { Target, WholePlan } from "./plan.ts";

/** All that a plan is a function of. */
export interface PlanInputs {
  readonly desired: DesiredState;
  readonly live: LiveState;
  readonly target: Target;
  /** The scopes to plan: all of the files', or the chosen accounts. */
  readonly scopes: readonly Scope[];
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly allowances: Allowances;
  readonly source: PlanSource;
  /** What loading and reading warned of. */
  readonly diagnostics: readonly Diagnostic[];
  /** Which of the changes to plan; absent: all. */
  readonly choice?: Choice;
  /** Send every desired car of lists that cannot be read, to learn what is on them. */
  readonly reassert?: boolean;
  /** Who holds cars in the accounts that lose some (`policy.onRemove: detach`): deleted cars are taken from them. */
  readonly holdings?: readonly HeldCars[];
  /** What the history of the files says of the cars of the plan. */
  readonly origins?: FileHistory;
}

/** What a plan is made from, beside the files and the lists. */
export type PlanSource =
  /** With the fleet files as of a base revision, every change names its cause. */
  | { readonly kind: "own"; readonly base?: DesiredState; readonly plan?: undefined }
  /** A sealed plan of which the run applies some lists, or all: its changes keep the reasons that its readers saw. */
  | { readonly kind: "approved"; readonly plan: WholePlan; readonly base?: undefined }
  /** One list of a published plan, whose limits were judged over all of its lists, and are not judged again. */
  | { readonly kind: "part"; readonly plan: WholePlan; readonly base?: undefined };

/** `--allow-deletes=N`, `--allow-adds=N`, `--allow-updates=N`, `--allow-shrink=N`: up to N over all scopes; `--allow-age=DAYS`: lists of that age. */
export interface Allowances {
  readonly deletes?: number;
  readonly adds?: number;
  readonly updates?: number;
  readonly shrink?: number;
  readonly age?: number;
}

/** A parking user of an account and the cars that they hold. */
export interface HeldCars {
  readonly scope: Scope;
  readonly parkingUser: string;
  readonly held: LiveScope;
}

/** What the history of the files says of one edit. */
export type EditOrigin =
  | {
      readonly kind: "committed";
      readonly commit: string;
      readonly author: string;
      /** When it was committed, UTC. */
      readonly at: string;
      /** The line; of a line that is gone, where it was. */
      readonly source?: string;
      /** In a list file, not in a fleet file. */
      readonly isRow: boolean;
    }
  | {
      readonly kind: "uncommitted";
      readonly isRow: boolean;
      /** The file that the line is gone from. */
      readonly source?: string;
    }
  /** The whole history was read, and no file ever named the car. */
  | { readonly kind: "never" }
  | { readonly kind: "unknown"; readonly why?: CommitGap };

/** The history of the files; or why nothing is known of it. */
export type FileHistory =
  | CommitGap
  | {
      /** The commits that changed the files, each with its place: the newest one is 0. */
      readonly commits: ReadonlyMap<string, number>;
      /** What it says of the cars of a plan. */
      readonly originsOf: (plates: ReadonlySet<PlateKey>) => EditOrigins;
    };

/** What the history of the files says of the cars of a plan. */
export interface EditOrigins {
  /** Who wrote the line of a car that is desired. `file` as in its source. */
  wrote(plateKey: PlateKey, file: string): EditOrigin;
  /** Who took the line of a car away that is desired no more. */
  removed(plateKey: PlateKey): EditOrigin;
}
