import { expect, it } from "vitest";
import { onTheWire, record, recordsInFront } from "./audit-world.ts";
import { flows } from "./flows.ts";
import { accountFleet, inFrontOf, type Place, placeWith } from "./harness.ts";

flows(import.meta.url);

const DAYS = ["--from", "2026-01-01", "--to", "2026-02-28"];

/** Two accounts, the first of which has one record. */
async function billed(): Promise<Place> {
  const billing = [record(1, "AB12345", { day: "2026-01-05", amount: "27.30" })];
  const here = await placeWith(accountFleet({ 4711: ["AB12345"], 4712: ["EF34567"] }), {
    accounts: [{ baId: "4711", billing }, { baId: "4712" }],
  });
  return here;
}

it("billing report names records that cannot be judged, says that the sums are incomplete, and exits with 6", async () => {
  const here = await billed();
  const odd = { ...onTheWire(record(9, "EF34567", { day: "2026-02-28" })), currency: null };
  const url = await recordsInFront(here, "4712", () => [odd]);
  const servers = ["--base-url", url, "--auth-url", here.sandbox.url];
  const { code, stdout } = await here.run("billing", "report", ...DAYS, ...servers);
  expect(code).toBe(6);
  expect(stdout).toContain("incomplete: account 4712: 1 record set aside");
  expect(stdout).toContain("currency is not an object");
  expect(stdout).toContain("Spent, incomplete: at least these records: 27.30 DKK.");
});

it("billing report finds the one record of another day that makes the difference, and records that were billed late", async () => {
  const here = await billed();
  const of = (id: number, day: string, amount = "10.00") => record(id, "AB1", { day, amount });
  here.sandbox.model.setBilling("4711", [
    ...[of(1, "2025-11-05", "3.00"), of(2, "2025-12-31", "8.00"), of(3, "2025-12-31", "5.00")],
    ...["05", "06", "07", "08", "09"].map((day) => of(Number(day), `2026-01-${day}`)),
  ]);
  // A server that gives one of them for any days, as one that was billed late.
  const url = await inFrontOf(here.sandbox.url, (request) => {
    request.url = request.url?.replace(/2025-12-31(?=.*2026-03-01)/, "2025-11-01") ?? "";
    return undefined;
  });
  const ask = async (...more: string[]) => {
    const servers = ["--base-url", url, "--auth-url", here.sandbox.url, "--account", "4711"];
    const { code, stdout } = await here.run("billing", "report", ...DAYS, ...servers, ...more);
    return { code, text: stdout.replace(/\s+/g, " ") };
  };
  const { text } = await ask();
  expect(text).toContain("Spent: 53.00 DKK.");
  expect(text).toContain(
    "records of other days are in no sum here, but in those of the days beside: 2 of 2025-12-31 (13.00 DKK)",
  );
  expect(await ask("--invoice", "58.00:DKK")).toEqual({
    code: 2,
    text: expect.stringContaining(
      "Invoice: 58.00 DKK, and the records come to 53.00 DKK: the invoice is 5.00 DKK higher" +
        " that is the difference: 1 record of the day before these days, in no sum here, 5.00 DKK (9007199254740993/3)" +
        " 2 records of the day before these days, in no sum here, 13.00 DKK (9007199254740993/2, 9007199254740993/3)" +
        " 1 record of earlier days that were billed late, in the sums here, 3.00 DKK (9007199254740993/1)",
    ),
  });
  const lower = "Invoice of account 4711: 50.00 DKK, and the records come to 53.00 DKK: the invoice is 3.00 DKK lower";
  const late = await ask("--invoice", "50.00:DKK:4711");
  expect(late.text).toContain(lower);
  expect(late.text).toContain("that is the difference: 1 record of earlier days that were billed late");
  const page = await ask("--invoice", "53:DKK", "--format", "html");
  expect(page).toEqual({ code: 0, text: expect.stringContaining("Invoice: 53 DKK, as the records say") });
});
