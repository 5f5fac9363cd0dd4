import type { SandboxAccount, SandboxCar, SandboxData, SandboxUser } from "../model/data.ts";
import { createRandom, type SeededRandom } from "../model/random.ts";
import { instantText } from "../model/write-cars.ts";
import { drawPlates, drawRecord, drawUser, misspell } from "./draw.ts";

/** The billing accounts of every seed. The last one's id is beyond what a JavaScript number holds exactly. */
const ACCOUNTS = [
  { baId: "4711", name: "Acme Danmark A/S", closed: false, cars: 160, users: 45 },
  { baId: "4712", name: "Acme Sverige AB", closed: false, cars: 90, users: 25 },
  { baId: "4713", name: "Acme Köln GmbH & Co. KG", closed: false, cars: 50, users: 12 },
  { baId: "4799", name: "Other Customer Ltd", closed: true, cars: 10, users: 2 },
  { baId: "9007199254740993", name: "Acme Ελλάς", closed: false, cars: 12, users: 3 },
];

const RECORDS_PER_USER = 8;
const CARS_OF_NO_ACCOUNT = 78;
const FLEET_EXTRAS = 6;

const FIRST_USER_ID = 9_007_199_254_740_995n;
const FIRST_RECORD_ID = 7_300_000_000_000_000_010n;

// Cars came before all of their records, whatever the clock says.
const FIRST_CREATED = Date.UTC(2023, 0, 1);
const CREATED_SECONDS = 2 * 365 * 86_400;
const DAY_MS = 86_400_000;

/**
 * The starting contents of a seed, the same all day: a fleet of 400 cars all over Europe, its people, and their parking
 * in the year before the day (UTC) of `now`, which is in milliseconds since the epoch.
 */
export function seedData(seed: number, now: number): SandboxData {
  const random = createRandom(`seed:${seed}`);
  const cars = drawCars(random);
  const serials = { user: 0, record: 0, yearEnds: Math.floor(now / DAY_MS) * DAY_MS };
  let next = 0;
  const accounts = ACCOUNTS.map(({ cars: count, users, ...account }) => {
    const own = cars.slice(next, next + count);
    next += count;
    return drawAccount(random, serials, { ...account, cars: own.map(plainCar), users: [], billing: [] }, users);
  });
  const fleet = [
    ...cars.filter(() => random.chance(0.8)).map(({ licenseNumber }) => licenseNumber),
    ...drawPlates(random, FLEET_EXTRAS),
  ].map((licenseNumber) => ({ licenseNumber, createdDate: drawInstant(random) }));
  return { cars, fleet, accounts };
}

function drawCars(random: SeededRandom): SandboxCar[] {
  const count = ACCOUNTS.reduce((sum, account) => sum + account.cars, CARS_OF_NO_ACCOUNT);
  return drawPlates(random, count).map((licenseNumber) => ({
    licenseNumber,
    createdDate: drawInstant(random),
    features: random.chance(0.4) ? ["LEASING"] : [],
    addedByCustomerCare: random.chance(0.02),
  }));
}

// Rows of a billing account know neither features nor customer care (interface 4.7).
function plainCar({ licenseNumber, createdDate }: SandboxCar): SandboxCar {
  return { licenseNumber, createdDate, features: [], addedByCustomerCare: false };
}

function drawAccount(
  random: SeededRandom,
  serials: { user: number; record: number; readonly yearEnds: number },
  account: SandboxAccount,
  users: number,
): SandboxAccount {
  for (let at = 0; at < users; at += 1) {
    const user = drawUser(
      random,
      String(FIRST_USER_ID + BigInt(serials.user)),
      serials.user,
      drawUserCars(random, account),
    );
    serials.user += 1;
    account.users.push(user);
    for (let record = 0; record < RECORDS_PER_USER; record += 1) {
      const id = FIRST_RECORD_ID + BigInt(serials.record) * 10n;
      serials.record += 1;
      const licensePlate = drawParked(random, account, user);
      account.billing.push(drawRecord(random, id, { licensePlate, user, yearEnds: serials.yearEnds }));
    }
  }
  return account;
}

function drawUserCars(random: SeededRandom, { cars }: SandboxAccount): string[] {
  const count = random.pick([0, 1, 1, 1, 2]);
  return Array.from({ length: count }, () =>
    random.chance(0.05) ? unlistedPlate(random) : random.pick(cars).licenseNumber,
  );
}

// Sometimes a car that is on no list, or one that was mistyped: what an audit is for.
function drawParked(random: SeededRandom, { cars }: SandboxAccount, user: SandboxUser): string {
  const usual = user.cars.length > 0 && random.chance(0.7) ? random.pick(user.cars) : random.pick(cars).licenseNumber;
  if (random.chance(0.03)) return unlistedPlate(random);
  return random.chance(0.03) ? misspell(usual) : usual;
}

function unlistedPlate(random: SeededRandom): string {
  return drawPlates(random, 1)[0] ?? "";
}

function drawInstant(random: SeededRandom): string {
  return instantText(FIRST_CREATED + random.below(CREATED_SECONDS) * 1000);
}
