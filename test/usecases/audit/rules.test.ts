import { describe, expect, it } from "vitest";
import { audit, billedOf } from "../../../src/usecases/audit/index.ts";
import { auditCases } from "./cases.ts";
import { factsOf, type Sketch } from "./support.ts";

auditCases(import.meta.url);

describe("unmanaged-account and unmanaged-account-used", () => {
  const billed = billedOf([{ id: "1/1", day: "2026-06-02", currencyCode: "DKK", amountIncludingVat: "12.50" }]);
  const unmanaged = [
    { scope: "account:7" as const },
    { scope: "account:8" as const, cars: 0 },
    { scope: "account:9" as const, cars: 2, billed },
    { scope: "account:10" as const, billed },
    { scope: "account:11" as const, setAside: 2 },
  ];
  const lists = { "1": { live: [] } };

  it("the rules about unmanaged accounts name those that no fleet file declares, and what happens there", () => {
    const found = audit(factsOf({ lists, unmanaged })).findings;
    expect(found.map(({ severity, scope, message }) => `${severity} ${scope} ${message}`)).toEqual([
      "error account:9 is in no fleet file, and holds 2 cars; it was billed: 1 record of 2026-06-02, 12.50 DKK",
      "error account:10 is in no fleet file, and was billed: 1 record of 2026-06-02, 12.50 DKK",
      "error account:11 is in no fleet file, and was billed what cannot be judged: 2 records",
      "warning account:7 is on the server, and in no fleet file",
      "warning account:8 is on the server, and in no fleet file",
    ]);
  });

  it("an account that the state knows cars of is forgotten, and what the server says of it stands in that one finding", () => {
    const forgotten = [
      { scope: "account:5" as const, cars: 1 },
      { scope: "account:7" as const, cars: 3 },
      { scope: "account:9" as const, cars: 3 },
    ];
    const found = audit(factsOf({ lists, unmanaged, forgotten })).findings;
    expect(found.map(({ rule, scope, message }) => `${rule} ${scope} ${message}`)).toEqual([
      "forgotten-account account:5 is not in the fleet file any more, and the state knows 1 car on it",
      "forgotten-account account:7 is not in the fleet file any more, and the state knows 3 cars on it",
      "forgotten-account account:9 is not in the fleet file any more, and the state knows 3 cars on it; it holds 2 cars; it was billed: 1 record of 2026-06-02, 12.50 DKK",
      "unmanaged-account-used account:10 is in no fleet file, and was billed: 1 record of 2026-06-02, 12.50 DKK",
      "unmanaged-account-used account:11 is in no fleet file, and was billed what cannot be judged: 2 records",
      "unmanaged-account account:8 is on the server, and in no fleet file",
    ]);
  });

  it("the rules about unmanaged accounts are not checked when not all accounts were read, and find nothing in global mode", () => {
    const unchecked = (sketch: Sketch) => audit(factsOf(sketch)).unchecked.map(({ rule }) => rule);
    expect(unchecked({ lists })).toEqual(expect.arrayContaining(["unmanaged-account-used", "unmanaged-account"]));
    const globally = unchecked({ lists: { global: { live: [] } } });
    expect(globally).not.toContain("unmanaged-account");
    expect(globally).not.toContain("unmanaged-account-used");
  });
});
