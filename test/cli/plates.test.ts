import { describe, expect, it } from "vitest";
import { record, user } from "./audit-world.ts";
import { accountFleet, type Ended, globalFleet, type Place, place, placeWith, writesTo } from "./harness.ts";

const KEY = "0123456789abcdef0123456789abcdef";
/** Every plate of the world, once. */
const PLATES = {
  kept: "AB12345",
  added: "GH 45 678",
  mistyped: "MN34567",
  corrected: "MN34568",
  refused: "CD 67890",
  deleted: "BÖ-TT 1234",
  care: "CARE77",
  letters: "KURFURST",
  digits: "4821377",
  short: "A1",
  stray: "STRAY99",
  held: "HELD123",
  sold: "SOLD555",
  cyrillic: "АВ 98765",
  protected: "VIP0007",
  missing: "NOWHERE42",
};
/** Rows of a list that are no plates, and still name a car. */
const NO_PLATES = ["?QQ 55 123?"];

const WORLD = {
  mode: "billing-account",
  behaviour: {
    rejections: [{ plates: "CD*", error: "cd-67 890 is parked; so are AB 12345 and held-123" }],
  },
  start: {
    fleet: [PLATES.kept, PLATES.stray],
    accounts: [
      {
        baId: "4711",
        name: "The account of sold-555",
        cars: [
          ...[PLATES.kept, "ab-12.345", PLATES.mistyped, PLATES.deleted, PLATES.letters, PLATES.digits, PLATES.short],
          ...[PLATES.protected, ...NO_PLATES, { licenseNumber: PLATES.care, addedByCustomerCare: true }],
        ],
        users: [user("71", "ACTIVE", PLATES.kept, PLATES.held), user("72", "CLOSED", PLATES.mistyped)],
        billing: [record(1, PLATES.kept), record(2, PLATES.sold), record(3, "moved from gh-45678")],
      },
    ],
  },
} as const;

const FLEET = accountFleet(
  {
    "4711": [PLATES.kept, PLATES.added, PLATES.corrected, PLATES.refused, PLATES.cyrillic, PLATES.missing, "ab 123 45"],
  },
  `policy:
  maxDeletes: { percent: 100 }
  protect:
    plates: ["${PLATES.protected}"]
`,
);

async function world(how: string): Promise<Place> {
  const here = await place(WORLD, { PLATECTL_PLATES: how, ...(how === "hashed" && { PLATECTL_PLATES_KEY: KEY }) });
  here.write("fleet.yaml", FLEET);
  return here;
}

/** The plates that a text shows, in any case and with any separators, JSON's escapes undone. */
function platesIn(text: string): readonly string[] {
  const plain = text
    .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .normalize("NFC");
  return [...Object.values(PLATES), ...NO_PLATES].filter((plate) => {
    const letters = [...plate.replace(/[^\p{L}\p{N}]/gu, "")].join("[^\\p{L}\\p{N}]{0,3}");
    return new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}])`, "iu").test(plain);
  });
}

function expectNone(what: string, text: string): void {
  expect({ what, plates: platesIn(text) }).toEqual({ what, plates: [] });
}

async function quiet(here: Place, ...args: string[]): Promise<Ended> {
  const ended = await here.run(...args);
  expect({ args, code: ended.code }).not.toEqual({ args, code: 70 });
  expectNone(args.join(" "), ended.stdout + ended.stderr);
  return ended;
}

describe.each(["masked", "hashed"])("plates that are %s (S27)", (how) => {
  it("plates stay whole in the files that apply and people need, and apply accepts them", async () => {
    const here = await world(how);
    await here.run("plan", "--plan-file", "plan.json", "--format", "html", "--output", "plan.html");
    expect(here.read("plan.json")).toContain(PLATES.added);
    expect(here.read("plan.html")).toContain(PLATES.added);
    await quiet(here, "apply", "plan.json", "--report", "report.json");
    expect(here.read("report.json")).toContain(PLATES.added);
    expect(here.read(".platectl/state.jsonl")).toContain(PLATES.added);
    expect(here.sandbox.model.plates("account:4711")).toContain(PLATES.added);
    await here.run("audit", "--format", "json", "--output", "audit.json");
    expect(here.read("audit.json")).toContain(PLATES.stray);
  });

  it("hidden plates are in no plan that could be applied, and in no fleet file", async () => {
    const here = await world(how);
    here.write("shown.json", (await quiet(here, "plan", "--json")).stdout);
    const applied = await quiet(here, "apply", "shown.json");
    expect(applied).toMatchObject({ code: 7, stderr: expect.stringContaining("its plates are masked") });
    expect(writesTo(here.sandbox)).toEqual([]);
    const exported = await quiet(here, "export", "--account", "4711");
    expect(exported).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("--output") });
    await quiet(here, "export", "--account", "4711", "--json");
    expect((await quiet(here, "export", "--account", "4711", "--output", "exported.yaml")).code).toBe(0);
    expect(here.read("exported.yaml")).toContain(PLATES.kept);
  });
});

it("the option --plates has priority over PLATECTL_PLATES, and full is the default", async () => {
  const here = await placeWith(globalFleet(["AB12345", "A1", "ABC 12"]), {}, { env: { PLATECTL_PLATES: "masked" } });
  expect((await here.run("plan", "--plates", "full")).stdout).toContain("AB12345");
  const { stdout } = await here.run("plan");
  expect(stdout).toMatch(/\+ AB•••45 +fleet\.yaml:4:5\n/);
  expect(stdout).toMatch(/\+ A•••2 /);
  expect(stdout).toMatch(/\+ ••• /);
});

it("the option --plates hashes every spelling of a plate alike, by the key and without showing it", async () => {
  const spellings = async (key: string, ...plates: readonly string[]) => {
    const here = await place({ mode: "global", start: {} }, { PLATECTL_PLATES: "hashed", PLATECTL_PLATES_KEY: key });
    const shown: (string | undefined)[] = [];
    for (const plate of plates) {
      here.write("fleet.yaml", globalFleet([plate]));
      const { stdout, stderr } = await here.run("plan", "--format", "csv");
      expect(stdout + stderr).not.toContain(key);
      shown.push(/plate#[A-Z2-7]{10}/.exec(stdout)?.[0]);
    }
    return new Set(shown);
  };
  const [hash, ...others] = await spellings(KEY, "AB12345", "ab 12-345", "ＡＢ12345");
  expect({ hash, others }).toEqual({ hash: expect.stringMatching(/^plate#/), others: [] });
  expect(await spellings(KEY, "AB12346")).not.toContain(hash);
  expect(await spellings(KEY.replace("0", "1"), "AB12345")).not.toContain(hash);
});

it.each([
  [{ PLATECTL_PLATES: "hashed" }, /need a key: set PLATECTL_PLATES_KEY/],
  [{ PLATECTL_PLATES: "hashed", PLATECTL_PLATES_KEY: "short" }, /fewer than 16 characters/],
  [{ PLATECTL_PLATES: "hashed", PLATECTL_PLATES_KEY_FILE: "no-such-file" }, /no-such-file cannot be read/],
  [{ PLATECTL_PLATES: "hidden" }, /full, masked or hashed/],
])("the option --plates is refused with 3, before anything is contacted, for %j", async (env, words) => {
  const here = await placeWith(globalFleet(["AB12345"]), {}, { env });
  const ended = await here.run("plan");
  expect(ended).toMatchObject({ code: 3, stdout: "", stderr: expect.stringMatching(words) });
  expect(ended.stderr).not.toContain("short\n");
  expect(here.sandbox.requests).toEqual([]);
});
