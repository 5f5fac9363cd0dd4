import { accountIdOf, type Scope } from "../values/scope.ts";

/** A commit in which the fleet file names cars of a list that it names no more, and that nobody knows to be off the list. */
export interface OlderFleet {
  /** In full. */
  readonly commit: string;
  readonly gone: number;
}

const COMMIT_DIGITS = 12;

/**
 * How to say what is on lists that cannot be read. What was applied last comes first: after a lost state, the fleet file of
 * now does not name the cars that have left it, and they would stay listed for ever.
 */
export function adoptHint(scopes: readonly Scope[], older?: OlderFleet): string {
  const command = adoptCommand(scopes);
  const file = "(the fleet file that was applied last, or a list of the cars)";
  const ways = older
    ? `\`${fromCommit(scopes, older)}\` (that commit's fleet file, which names ${carsGone(older)}), \`--from FILE\` ${file}`
    : `\`${command} --from FILE\` ${file}`;
  return `say what is on it: ${ways}, or \`--empty\`; without these, adopt says that only the cars of the fleet file are listed`;
}

/** `platectl state adopt --account 4711 --from-commit 1a2b3c4d5e6f`. */
export function fromCommit(scopes: readonly Scope[], { commit }: OlderFleet): string {
  return `${adoptCommand(scopes)} --from-commit ${commit.slice(0, COMMIT_DIGITS)}`;
}

/** `5 cars that the file does not name now`. */
export function carsGone({ gone }: OlderFleet): string {
  return `${gone === 1 ? "1 car" : `${gone} cars`} that the file does not name now`;
}

function adoptCommand(scopes: readonly Scope[]): string {
  const [first] = scopes.map((scope) => accountIdOf(scope));
  return `platectl state adopt${scopes.length === 1 && first !== undefined ? ` --account ${first}` : ""}`;
}
