import { expect, it } from "vitest";
import { loadFleet, parseFleet } from "../../src/schema/index.ts";
import { ACCOUNTS, diagnosticsOf, findingsIn, folderWith, GLOBAL } from "./fleet-text.ts";

const GREEK = ["ΑB1", "ΒC2", "ΕF3"];
const cars = (plates: readonly string[]) => `cars: [${plates.map((one) => `"${one}"`).join(", ")}]\n`;
const accept = (...entries: readonly string[]) =>
  `policy:\n  accept:\n${entries.map((one) => `    - { ${one}, reason: seen }\n`).join("")}`;
const warningsIn = (text: string) => diagnosticsOf(parseFleet(text, "fleet.yaml"));
/** Each warning as its code, its car, and whether it is accepted. */
const briefs = (text: string) =>
  warningsIn(text).map(
    ({ code, licenseNumber = "", accepted }) => `${code} ${licenseNumber}${accepted ? " accepted" : ""}`,
  );

it("policy.accept marks every warning with the code, and keeps it", () => {
  const text = `${GLOBAL}${accept("warning: lookalike-letters")}${cars(GREEK)}`;
  expect(briefs(text)).toEqual(GREEK.map((plate) => `lookalike-letters ${plate} accepted`));
  expect(warningsIn(text)[0]?.accepted).toEqual({ reason: "seen" });
});

it("policy.accept of one car, in any spelling, leaves the others as they are", () => {
  const text = `${GLOBAL}${accept('warning: lookalike-letters, licenseNumber: "βc 2"')}${cars(GREEK)}`;
  expect(briefs(text)).toEqual(["lookalike-letters ΑB1", "lookalike-letters ΒC2 accepted", "lookalike-letters ΕF3"]);
});

it("policy.accept of one account leaves the other accounts as they are", () => {
  const text = `${ACCOUNTS}${accept("warning: unusual-plate, account: 4711")}accounts:\n  - { baId: 4711, cars: ["A+1"] }\n  - { baId: 4712, cars: ["A+1"] }\n`;
  expect(warningsIn(text).map(({ scope, accepted }) => [scope, accepted?.reason])).toEqual([
    ["account:4711", "seen"],
    ["account:4712", undefined],
  ]);
});

it.each([
  ["2099-01-01", ["unusual-plate A+1 accepted"]],
  ["2020-01-01", ["acceptance-past ", "unusual-plate A+1"]],
])(
  "policy.accept with `until: %s` holds up to that day; after it the warnings are shown, and so is the entry",
  (until, expected) => {
    expect(briefs(`${GLOBAL}${accept(`warning: unusual-plate, until: ${until}`)}${cars(["A+1"])}`)).toEqual(expected);
  },
);

it("policy.accept holds on its last day in the file's time zone, by the clock that the reading is given", async () => {
  const until = accept("warning: unusual-plate, until: 2026-05-01");
  const folder = folderWith({ "fleet.yaml": `${GLOBAL}timeZone: Europe/Copenhagen\n${until}${cars(["A+1"])}` });
  const isAccepted = async (now: number) =>
    diagnosticsOf(await loadFleet(["fleet.yaml"], { cwd: folder, now })).some((one) => one.accepted !== undefined);
  expect(await isAccepted(Date.UTC(2026, 4, 1, 21, 59))).toBe(true);
  expect(await isAccepted(Date.UTC(2026, 4, 1, 22, 1))).toBe(false);
});

it("an entry of policy.accept that matches nothing is a warning at its place, once", () => {
  const text = `${GLOBAL}${accept("warning: unusual-plate, licenseNumber: GONE1", "warning: unusual-plate")}${cars(["A+1"])}`;
  const [unused, ...others] = warningsIn(text);
  expect(unused).toMatchObject({
    code: "acceptance-unused",
    message: "The acceptance of `unusual-plate` for `GONE1` matches no warning (any more).",
    source: { line: 5, column: 7 },
  });
  expect(others).toMatchObject([{ code: "unusual-plate", accepted: { reason: "seen" } }]);
});

it.each([
  ["a code that does not exist", "warning: no-such", "wrong-value"],
  ["a code that calls for a check of each run", "warning: live-shrunk", "wrong-value"],
  ["no code", "licenseNumber: A1", "missing-key"],
  ["a key that does not exist", "warning: unusual-plate, scope: global", "unknown-key"],
])("policy.accept with %s is an error", (_, entry, code) => {
  expect(findingsIn(`${GLOBAL}${accept(entry)}${cars(["A1"])}`).map((one) => one.split(" ")[0])).toContain(code);
});

it("accepted plates of other countries are a warning of their own, and the others are counted without them", () => {
  const plates = ["PKL 38010", "PKL 38011", "PKL 38012"];
  const text = `${GLOBAL}defaults: { country: DK }\n${accept('warning: foreign-plates, licenseNumber: "PKL 38011"')}${cars(plates)}`;
  expect(warningsIn(text).map(({ message, accepted }) => [message.split(",")[0], accepted?.reason])).toEqual([
    ["2 plates look foreign", undefined],
    ["1 plate looks foreign", "seen"],
  ]);
});

it("an accepted plate that fits no series is marked, and its neighbours are not", () => {
  const text = `${GLOBAL}defaults: { country: DK }\n${accept("warning: plate-series, licenseNumber: AB1234S")}${cars(["AB1234S", "AB1235S"])}`;
  expect(briefs(text)).toEqual(["plate-series AB1234S accepted", "plate-series AB1235S"]);
});

const many = Array.from({ length: 1500 }, (_, at) => `A+${at}`);

it("a kind of warning of which there are thousands hides no other kind, and says how many more there are", () => {
  const codes = warningsIn(`${GLOBAL}defaults: { country: DK }\n${cars([...many, "AB1234S"])}`).map(({ code }) => code);
  expect(codes.filter((code) => code === "unusual-plate")).toHaveLength(1000);
  expect(codes).toContain("plate-series");
  const left = warningsIn(`${GLOBAL}${cars([...many, "ΑB1"])}`);
  expect(left.map(({ code }) => code)).toContain("lookalike-letters");
  expect(left.at(-1)?.message).toBe("500 more warnings of the kind `unusual-plate` are not shown.");
});

it("accepted warnings hide none that are not accepted, and what is left of them is accepted as well", () => {
  const entries = many.slice(0, 1200).map((plate) => `warning: unusual-plate, licenseNumber: "${plate}"`);
  const warnings = warningsIn(`${GLOBAL}${accept(...entries)}${cars(many)}`);
  expect(warnings.filter(({ accepted }) => !accepted).map(({ code }) => code)).toEqual(
    Array.from({ length: 300 }, () => "unusual-plate"),
  );
  expect(warnings.at(-1)).toMatchObject({
    message: "200 more warnings of the kind `unusual-plate` are not shown.",
    accepted: { reason: "seen" },
  });
});
