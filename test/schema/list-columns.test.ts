import { describe, expect, it } from "vitest";
import { ACCOUNTS, carsOf, diagnosticsOf, findingsOf, GLOBAL, load } from "./fleet-text.ts";

const list = (keys: string, content: string | Uint8Array, name = "a.csv") =>
  load({ "fleet.yaml": `${GLOBAL}carsFrom: [{ file: ${name}, ${keys} }]\n`, [name]: content });

describe("columns of a list", () => {
  it("columns of a list give each car its days, note and country", async () => {
    const keys = "column: Kennzeichen, validFrom: Von, validUntil: Bis, note: Fahrer, country: Land, dates: DD.MM.YYYY";
    const text = "Kennzeichen;Fahrer;Von;Bis;Land\nM AB 123;Özil;01.02.2026;31.12.2026;de\nM CD 456;;;;\n";
    expect(carsOf(await list(keys, text))).toMatchObject([
      { licenseNumber: "M AB 123", validFrom: "2026-02-01", validUntil: "2026-12-31", note: "Özil", country: "DE" },
      { licenseNumber: "M CD 456", source: { file: "a.csv", line: 3, column: 1 } },
    ]);
    expect(carsOf(await list(keys, text))[1]).not.toHaveProperty("validUntil");
  });

  it("columns of a list are found in any case and with any blanks, and a misspelt one is told the nearest", async () => {
    expect(carsOf(await list('column: "reg. no", note: DRIVER', "Reg. No;Driver\nAB1;x\n"))).toHaveLength(1);
    const [finding] = diagnosticsOf(await list("column: plate, validUntil: Ende", "plate;Endo\nAB1;x\n"));
    expect(finding).toMatchObject({
      code: "csv-no-column",
      fix: "Did you mean `Endo`? Its columns are `plate`, `Endo`.",
    });
  });

  it.each(["", "\n"])("a list that is empty (%j) is called so", async (text) => {
    const [finding] = diagnosticsOf(await list("column: plate", text));
    expect(finding).toMatchObject({ code: "csv-no-column", message: "The list is empty: it has no column `plate`." });
  });

  it("a name that no file can have is an error at its place", async () => {
    const reading = await load({ "fleet.yaml": `${GLOBAL}carsFrom: [{ file: "a\\x00.csv", column: plate }]\n` });
    expect(findingsOf(reading)).toEqual(["no-such-file 3:20"]);
  });

  it("a country code is the country of all cars of the list", async () => {
    expect(carsOf(await list("country: DK", "AB1\n", "a.txt"))).toMatchObject([{ country: "DK" }]);
  });

  it.each([
    ["a day in another format", "plate;End\nAB1;31.12.2026\n", "not-a-date 2:5"],
    ["a day that does not exist", "plate;End\nAB1;2026-02-30\n", "not-a-date 2:5"],
    ["days that are backwards", "plate;Start;End\nAB1;2026-05-01;2026-04-01\n", "validity-backwards 2:16"],
    ["a country that is none", "plate;End;Land\nAB1;;Atlantis\n", "wrong-value 2:6"],
  ])("a wrong value is an error at its cell: %s", async (_, text, finding) => {
    const keys = ["column: plate", "validUntil: End"];
    if (text.includes("Start")) keys.push("validFrom: Start");
    if (text.includes("Land")) keys.push("country: Land");
    expect(findingsOf(await list(keys.join(", "), text))).toEqual([finding]);
  });

  it("days that a database writes with midnight are accepted as days", async () => {
    const reading = await list("column: plate, validUntil: End", "plate;End\nAB1;2026-12-31 00:00:00.000\n");
    expect(carsOf(reading)).toMatchObject([{ validUntil: "2026-12-31" }]);
  });

  it("the same plate with other days is an error that names both rows", async () => {
    const text = "plate;End\nAB1;2026-01-31\nab-1;2026-02-28\n";
    const finding = diagnosticsOf(await list("column: plate, validUntil: End", text)).find(
      ({ severity }) => severity === "error",
    );
    expect(finding).toMatchObject({ code: "conflicting-plate", source: { line: 3 } });
    expect(finding?.message).toContain("a.csv:2:1");
  });

  it.each([
    ["Leasingende", "31.12.2026", "write `validUntil: Leasingende` and `dates: DD.MM.YYYY`"],
    ["Slutdato", "2026-12-31", "write `validUntil: Slutdato` in"],
    ["Start date", "31/12/2026", "write `validFrom: Start date` and `dates: DD/MM/YYYY`"],
  ])("a column %s with dates that nothing reads is reported once", async (name, day, words) => {
    const reading = await list("column: plate", `plate;${name}\nAB1;${day}\nCD2;${day}\n`);
    expect(diagnosticsOf(reading)).toMatchObject([{ severity: "warning", code: "unused-dates", source: { line: 1 } }]);
    expect(diagnosticsOf(reading)[0]?.fix).toContain(words);
  });

  it.each([
    ["a column of other dates", "Erstzulassung", "31.12.2019"],
    ["a column without dates", "Leasingende", "open"],
  ])("a column %s is not reported as unused dates", async (_, name, cell) => {
    expect(findingsOf(await list("column: plate", `plate;${name}\nAB1;${cell}\n`))).toEqual([]);
  });

  it("a file without a header is read by the numbers of its columns", async () => {
    const reading = await list("header: false, column: 2, validUntil: 3", "x;AB1;2026-12-31\ny;CD2;\n");
    expect(carsOf(reading)).toMatchObject([
      { licenseNumber: "AB1", validUntil: "2026-12-31" },
      { licenseNumber: "CD2" },
    ]);
  });

  it("a first line that looks like a plate is refused", async () => {
    const [finding] = diagnosticsOf(await list("column: plate", "AB123\nCD456\n"));
    expect(finding).toMatchObject({ code: "csv-no-header", source: { line: 1 } });
    expect(finding?.message).toBe("The first line looks like a plate, `AB123`, not like column names.");
    expect(finding?.fix).toContain("`header: false` and `column: 1`");
  });
});

describe("a list of several accounts", () => {
  const fleet = (accounts: string, keys = "column: plate, account: Customer no.") =>
    `${ACCOUNTS}carsFrom: [{ file: a.csv, ${keys} }]\naccounts: ${accounts}\n`;
  const read = (accounts: string, text: string, keys?: string) =>
    load({ "fleet.yaml": fleet(accounts, keys), "a.csv": text });

  it("a list of several accounts gives each row to its declared account", async () => {
    const reading = await read(
      "[{ baId: 4711 }, { baId: 4712, cars: [ZZ9] }]",
      "plate;Customer no.\nAB1;4711\nCD2;4712\nEF3;4711\n",
    );
    expect(carsOf(reading, "4711").map((car) => car.licenseNumber)).toEqual(["AB1", "EF3"]);
    expect(carsOf(reading, "4712").map((car) => car.licenseNumber)).toEqual(["ZZ9", "CD2"]);
  });

  it("a list of several accounts reaches accounts that another file declares, and counts for both", async () => {
    const reading = await load(
      {
        "a.yaml": fleet("[]").replace("mode:", "count: 2\nmode:"),
        "b.yaml": `${ACCOUNTS}accounts: [{ baId: 1, count: 2 }]\n`,
        "a.csv": "plate;Customer no.\nAB1;1\nCD2;1\n",
      },
      ["a.yaml", "b.yaml"],
    );
    expect(findingsOf(reading)).toEqual([]);
    expect(carsOf(reading, "1")).toHaveLength(2);
  });

  it("a list of several accounts names an account that is not declared once, with the place and number of its rows", async () => {
    const reading = await read("[{ baId: 1 }]", "plate;Customer no.\nAB1;1\nCD2;22\nEF3;22\n");
    expect(diagnosticsOf(reading)).toMatchObject([
      {
        code: "unknown-account",
        message: "The account `22` is not declared; 2 rows name it.",
        source: { line: 3, column: 5 },
      },
    ]);
  });

  it.each([
    ["an empty account", "plate;Customer no.\nAB1;\n", "wrong-value 2:5"],
    ["an account with leading zeros", "plate;Customer no.\nAB1;001\n", "wrong-value 2:5"],
  ])("a list of several accounts with %s is an error", async (_, text, finding) => {
    expect(findingsOf(await read("[{ baId: 1 }]", text))).toContain(finding);
  });

  it("a list of several accounts without `account`, in an account, or in global mode is an error", async () => {
    expect(findingsOf(await read("[{ baId: 1 }]", "plate\nAB1\n", "column: plate"))).toContain("missing-key 3:12");
    const inside = `${ACCOUNTS}accounts: [{ baId: 1, carsFrom: [{ file: a.csv, column: p, account: q }] }]\n`;
    expect(findingsOf(await load({ "fleet.yaml": inside, "a.csv": "p;q\nAB1;1\n" }))).toEqual(["wrong-mode 3:60"]);
    expect(findingsOf(await list("column: p, account: q", "p;q\nAB1;1\n"))).toEqual(["wrong-mode 3:38"]);
  });

  it("a car that an account must not have is reported with the row that has it", async () => {
    const reading = await read("[{ baId: 1, absent: [AB1] }]", "plate;Customer no.\nAB1;1\n");
    expect(diagnosticsOf(reading)).toMatchObject([{ code: "absent-and-wanted" }]);
    expect(diagnosticsOf(reading)[0]?.message).toContain("a.csv:2:1");
  });
});
