import type { SandboxOptions } from "../../src/sandbox/index.ts";
import { workbookWith } from "../schema/spreadsheet/workbook-file.ts";

/** What must be there for the commands of a block. */
export interface World {
  readonly sandbox: SandboxOptions;
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** Commands that the reader has run before. */
  readonly before?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** How a shell block of a page is run; all blocks of one scenario run in the same world, in order. */
export interface Scenario extends World {
  readonly page: string;
  /** What its first command starts with. */
  readonly first: string;
  /** Exit codes that its commands may end with, besides 0. */
  readonly exits?: readonly number[];
  /** Each command in a world of its own, because each is another way to do the same. */
  readonly apart?: true;
  /** The reader answers the question with yes. */
  readonly approved?: true;
  /** Why the output that the page shows is not compared. */
  readonly otherOutput?: string;
}

/** A block that no test runs as it stands. Its calls of platectl are parsed all the same. */
export interface NotRun {
  readonly page: string;
  readonly first: string;
  readonly why: string;
}

const CARS = ["AB12345", "CD23456", "1E51234"];
const FLEET = `version: 1\nmode: global\ncars:\n${CARS.map((car) => `  - "${car}"\n`).join("")}`;
const ACCOUNT = `version: 1
mode: billing-account
accounts:
  - { baId: 4711, cars: [AB12345, CD23456] }
interface: { failures: { alreadyListed: ["*already*"], notListed: ["*not on the list*"] } }
`;

const GLOBAL: World = { sandbox: { mode: "global", start: { cars: CARS } }, files: { "fleet.yaml": FLEET } };
const SEEDED: World = {
  sandbox: { mode: "billing-account" },
  files: {},
  before: ["platectl export --output fleet.yaml"],
};
const UNREADABLE: World = {
  sandbox: {
    mode: "billing-account",
    start: { accounts: [{ baId: "4711", name: "Acme Denmark", cars: ["AB12345"] }] },
    behaviour: { accountCars: 404, duplicateAdd: "failure", absentDelete: "failure", featuresRequired: true },
  },
  files: { "fleet.yaml": ACCOUNT },
};

/** Every shell block that runs. */
export const SCENARIOS: readonly Scenario[] = [
  { page: "README.md", first: "export PLATECTL_BASE_URL", ...GLOBAL },
  { page: "docs/audit.md", first: "platectl audit --from 2026-10-01 --to 2026-10-31 --format", ...SEEDED, exits: [2] },
  {
    page: "docs/audit.md",
    first: "platectl audit --since",
    ...SEEDED,
    before: [...(SEEDED.before ?? []), "platectl audit --output last.json || true"],
    exits: [2],
  },
  { page: "docs/audit.md", first: "platectl audit --from 2026-10-01 --to 2026-10-31 --claims", ...SEEDED, exits: [2] },
  {
    page: "docs/audit.md",
    first: "platectl audit --claims november.xlsx --claimed",
    ...SEEDED,
    before: [
      ...(SEEDED.before ?? []),
      "platectl audit --claims september.xlsx || platectl audit --claims october.csv || true",
    ],
    exits: [2],
  },
  { page: "docs/audit.md", first: "platectl billing report", ...SEEDED },
  { page: "docs/audit.md", first: "platectl billing report --from 2026-10-01", ...SEEDED, exits: [2] },
  {
    page: "docs/ci.md",
    first: "platectl plan --plan-file plan.json --exit-code",
    sandbox: { mode: "global", start: { cars: Array.from({ length: 60 }, (_, at) => `AB${1000 + at}`) } },
    files: { "fleet.yaml": "version: 1\nmode: global\ncars: [AB1000]\n" },
    exits: [4],
  },
  {
    page: "docs/your-file.md",
    first: "platectl import",
    sandbox: { mode: "global", start: {} },
    files: {
      "cars/leasing.csv": "plate\nAB12345\n",
      "cars/leasing.xlsx": workbookWith([
        ["Registration", "Driver"],
        ["AB12345", "Ada"],
      ]),
      "export.csv": "plate\nAB12345\n",
      "plates.csv": "AB12345\nCD23456\n",
      "cars.csv": "plate,Customer no.\nAB12345,4711\n",
    },
    apart: true,
  },
  { page: "docs/review.md", first: "platectl car find", ...GLOBAL, otherOutput: "it names commits and days" },
  {
    page: "docs/fleet-yaml.md",
    first: "platectl car add",
    ...GLOBAL,
    files: { "fleet.yaml": FLEET.replace("cars:\n", `cars:\n${"# The cars of the pool.\n".repeat(6)}  - EF34567\n`) },
  },
  { page: "docs/install.md", first: "platectl schema", ...GLOBAL },
  {
    page: "docs/review.md",
    first: "platectl plan --only",
    ...GLOBAL,
    before: [
      "git init -q && git add fleet.yaml && git -c user.name=a -c user.email=a@b commit -qm one",
      "git update-ref refs/remotes/origin/main HEAD",
    ],
  },
  {
    page: "docs/review.md",
    first: "platectl",
    sandbox: { mode: "global", start: { cars: ["AB12345", "CD23456", "RET4401"] } },
    files: { "fleet.yaml": "version: 1\nmode: global\ncars:\n  - AB12345\n  - CD23456\n  - EF34567\n" },
  },
  {
    page: "docs/state.md",
    first: "platectl state adopt",
    ...UNREADABLE,
    files: { ...UNREADABLE.files, "old.yaml": ACCOUNT },
    before: [
      "platectl apply --auto-approve --report r.json || true",
      "git init -q && git add fleet.yaml",
      "for one in 1 2; do git -c user.name=a -c user.email=a@b commit -q --allow-empty -m $one; done",
    ],
    apart: true,
    approved: true,
  },
];

const SERVES = "it serves until somebody ends it; test/sandbox and test/cli run the sandbox";
const OTHER_SHELL = "PowerShell, zsh and fish are not everywhere; test/cli/completion.test.ts runs what can be run";
const SHOWN = "test/readme.test.ts runs it over examples/";
const INSTALL = "it needs a registry; test/release/install-lines.long.test.ts runs it";
const POSTGRES = "it needs a PostgreSQL server; test/cli/postgres-state.long.test.ts runs it";

/** Every shell block that does not run here, and why. */
export const NOT_RUN: readonly NotRun[] = [
  { page: "README.md", first: "platectl plan", why: SHOWN },
  { page: "README.md", first: "platectl apply --auto-approve --quiet", why: SHOWN },
  { page: "README.md", first: "npm ci && npm run demo", why: "test/cli/demo.test.ts runs the demo" },
  { page: "README.md", first: "npm ci && npm test", why: "it is what runs this test" },
  { page: "README.md", first: "npm ci && npm run build && npm pack", why: INSTALL },
  { page: "README.md", first: "npm install", why: INSTALL },
  { page: "docs/start.md", first: "platectl sandbox", why: SERVES },
  { page: "docs/install.md", first: "source <(platectl completion", why: OTHER_SHELL },
  { page: "docs/install.md", first: "npm ci", why: "test/release runs each of the scripts; no container is built" },
  { page: "docs/install.md", first: "npm install", why: INSTALL },
  { page: "docs/install.md", first: "docker run", why: "no container is built; test/release/container.long.test.ts" },
  { page: "docs/install.md", first: "npm audit signatures", why: "it needs a release" },
  { page: "docs/dev/releasing.md", first: "npm version minor", why: "test/release/release-commit.long.test.ts" },
  { page: "docs/dev/releasing.md", first: "npm run try", why: "they need a registry; test/release runs most of them" },
  { page: "docs/reference.md", first: "platectl", why: "examples of the help, each for files of its own" },
  { page: "docs/ci.md", first: "platectl audit --metrics", why: "test/cli/metrics.test.ts writes such a file" },
  { page: "docs/ci.md", first: "code=0", why: "it needs a webhook; test/docs/notify.test.ts starts one" },
  { page: "docs/ci.md", first: "platectl plan --plan-file plan.json", why: "jq: test/cli runs it" },
  { page: "docs/ci.md", first: "platectl plan --publish", why: "test/cli/many-workers.long.test.ts runs them" },
  { page: "docs/start.md", first: "platectl", why: "test/cli/start-page.test.ts runs it" },
  { page: "docs/state.md", first: "export PLATECTL_STATE=postgres", why: POSTGRES },
  {
    page: "docs/state.md",
    first: "platectl state unlock",
    why: "the lock is invented; test/cli/state.test.ts removes one",
  },
];
