import type { Mode } from "../../../allowlist/index.ts";
import { canonicalText, parseFleet } from "../../../schema/index.ts";
import { SCHEMA_LINE } from "../../output/schema-file.ts";
import type { OfferedAccount } from "./offered-accounts.ts";

// Without a car: whoever applies it unread sends nothing, since a list that is about to become empty trips a guard.
const HEAD = `${SCHEMA_LINE}# The cars that may park. If the server holds a list already, \`platectl export\` writes it in this form. Else edit this file, then:
#   platectl validate   checks it without a server
#   platectl plan       shows what would change on the server
#   platectl apply      changes it
# Every key is explained in docs/fleet-yaml.md of platectl. The first line tells editors about
# them; after an update of platectl: platectl schema > fleet.schema.json
version: 1
`;

const CARS = `# One plate a line, as it is on the car; none needs quotes. A car may say more about itself:
#   - AB12345
#   - licenseNumber: CD 23 456
#     validFrom: 2026-01-01 # on the list from the start of this day …
#     validUntil: 2026-12-31 # … to the end of this one
#     note: pool car
`;

const GLOBAL = `mode: global # one list for all customers; \`platectl init --mode billing-account\` writes the other kind

# What a car has that says nothing else. The interface names one feature: LEASING.
defaults:
  features: []

${CARS}cars: []

# Lists that other systems export, beside this file. Instead of [] for example:
#   - { file: cars/leasing.csv, column: plate, features: [LEASING] }
#   - { file: cars/pool.txt }
carsFrom: []
`;

const ACCOUNTS = `mode: billing-account # one list for each customer; \`platectl init --mode global\` writes the other kind

# Each customer by its billing account id, with cars of its own. Instead of [] for example:
#   - baId: 4711
#     name: Acme Denmark
#     cars:
#       - AB12345
#     carsFrom:
#       - { file: cars/4711.txt }
#
${CARS}accounts: []
`;

const TAIL = `
# When a day starts and ends, for validFrom and validUntil.
timeZone: UTC

policy:
  # Which live cars that are absent here are deleted: all, owned (only those that platectl added), or none.
  prune: all
  # Live cars that are never deleted.
  protect: { customerCare: true, plates: [] }
  # More changes than this stop apply: above \`percent\` of the list and above \`always\`, or above \`count\`.
  maxDeletes: { percent: 20, count: 500, always: 10 }
  maxAdds: { percent: 50, always: 50 }
`;

/** A commented fleet file without cars, valid and in canonical form. */
export function starterFile(mode: Mode, accounts: readonly OfferedAccount[]): string {
  if (mode === "global") return HEAD + GLOBAL + TAIL;
  const named = accountsFile(accounts);
  if (accounts.every(({ name }) => name === undefined)) return named;
  // A server's names may be longer than a file's, or hold what no file may.
  const isValid = parseFleet(named, "fleet.yaml").kind === "desired";
  return isValid ? canonicalText(named) : accountsFile(accounts.map(({ baId }) => ({ baId })));
}

function accountsFile(accounts: readonly OfferedAccount[]): string {
  const declared = accounts.map(({ baId, name }) => {
    return `\n  - baId: ${baId}${name === undefined ? "" : `\n    name: ${JSON.stringify(name)}`}\n    cars: []`;
  });
  return (
    HEAD +
    (declared.length === 0 ? ACCOUNTS : ACCOUNTS.replace("accounts: []", () => `accounts:${declared.join("")}`)) +
    TAIL
  );
}
