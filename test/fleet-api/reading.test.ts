import nock from "nock";
import { expect, it } from "vitest";
import { interceptAllHttp } from "./mocked-http.ts";
import { answers, login } from "./mocked-login.ts";
import { BASE, clientFor, json, jsonText, page, problem } from "./support.ts";

interceptAllHttp();

const first = { number: 0, size: 1000 };
const user = {
  id: 7,
  firstName: "Ada",
  lastName: "Byron",
  phoneNumber: "+4512345678",
  email: "ada@example.com",
  costCenter: null,
  status: "ACTIVE",
};
const userText = { ...user, id: "7", costCenter: "" };

it("every read carries the token, asks for fresh and uncompressed JSON, and says who asks", async () => {
  login("the.token");
  const scope = nock(BASE, {
    reqheaders: {
      authorization: "Bearer the.token",
      accept: "application/json, application/problem+json",
      "accept-encoding": "identity",
      "cache-control": "no-cache",
      "user-agent": "platectl/test",
    },
  });
  scope
    .get("/api/cars")
    .query({ page: "0", size: "1000" })
    .reply(200, ...json(page([])));
  const read = await clientFor(BASE).reader.carPage("global", first);
  expect(read).toEqual({ items: [], size: 1000, number: 0, totalElements: 0, totalPages: 0 });
});

it("every read keeps a base path", async () => {
  answers("POST /auth/v1", 200, json({ idToken: "t", validUntilDate: "2027-01-01T00:00:00Z" }));
  nock(BASE)
    .get("/fleet/v2/api/cars")
    .query(true)
    .reply(200, ...json(page([])));
  const api = clientFor(BASE, { baseUrl: new URL(`${BASE}/fleet/v2`) });
  await expect(api.reader.carPage("global", first)).resolves.toMatchObject({ items: [] });
});

it("a car list gives the rows of the global list and leaves out fields that we do not know", async () => {
  login();
  const row = {
    licenseNumber: "AB 123",
    features: ["LEASING"],
    addedByCustomerCare: true,
    createdDate: "x",
    colour: 1,
  };
  const bare = { licenseNumber: "__proto__", features: null, addedByCustomerCare: false };
  answers("GET /api/cars?page=0&size=1000", 200, json(page([row, bare])));
  const read = await clientFor(BASE).reader.carPage("global", first);
  expect(read).toMatchObject({
    items: [
      { licenseNumber: "AB 123", features: ["LEASING"], addedByCustomerCare: true },
      { licenseNumber: "__proto__", features: [], addedByCustomerCare: false },
    ],
  });
});

it("a row without features has none, and blanks around a plate are not part of it", async () => {
  const rows = [
    { licenseNumber: "AB123       ", addedByCustomerCare: false },
    { licenseNumber: "  Ö 1", addedByCustomerCare: true },
  ];
  for (const body of [JSON.stringify(page(rows)), JSON.stringify(page(rows), undefined, 1)]) {
    login();
    answers("GET /api/cars?page=0&size=1000", 200, jsonText(body));
    await expect(clientFor(BASE).reader.carPage("global", first)).resolves.toMatchObject({
      items: [
        { licenseNumber: "AB123", features: [], addedByCustomerCare: false },
        { licenseNumber: "Ö 1", features: [], addedByCustomerCare: true },
      ],
    });
  }
});

it.each(["application/hal+json", "application/vnd.fleet.v1+json; charset=utf-8"])(
  "a car list in %s is read as JSON",
  async (type) => {
    login();
    answers(
      "GET /api/billing-accounts/4711/cars?page=0&size=1000",
      200,
      jsonText(JSON.stringify(page(["AB123 "])), type),
    );
    await expect(clientFor(BASE).reader.carPage("account:4711", first)).resolves.toMatchObject({
      items: [{ licenseNumber: "AB123" }],
    });
  },
);

it.each([0, 1])(
  "pages are counted from 1 in requests where the settings say so, whatever answers count from (%i)",
  async (from) => {
    login();
    answers("GET /api/cars?page=3&size=10", 200, json(page([], { number: 2 + from, size: 10 })));
    const api = clientFor(BASE, { settings: { firstPage: 1 } });
    await expect(api.reader.carPage("global", { number: 2, size: 10 })).resolves.toMatchObject({ number: 2 });
  },
);

it("an error names interface.firstPage when page 0 comes as page 1, page 1 as page 0, or page 0 is refused", async () => {
  const cases: [number, number, Record<string, unknown> | number, string][] = [
    [0, 0, { number: 1 }, "this server seems to count pages from 1, which the setting interface.firstPage says"],
    [0, 1, { number: 0 }, "interface.firstPage (0) may be wrong"],
    [1, 0, { number: 7 }, "interface.firstPage (1) may be wrong"],
    [0, 0, 400, "a server that counts pages from 1 needs `firstPage: 1`"],
    [0, 0, 422, "a server that counts pages from 1 needs `firstPage: 1`"],
  ];
  for (const [firstPage, number, answer, words] of cases) {
    login();
    nock(BASE)
      .get("/api/cars")
      .query({ page: String(number + firstPage), size: "1000" })
      .reply(
        ...(typeof answer === "number"
          ? ([answer, ...problem(answer)] as const)
          : ([200, ...json(page([], answer))] as const)),
      );
    const api = clientFor(BASE, { settings: { firstPage: firstPage === 1 ? 1 : 0 } });
    await expect(api.reader.carPage("global", { number, size: 1000 })).rejects.toThrow(words);
  }
});

it.each([404, 405, 501])("an account's list is not-offered at once when it is answered %i", async (status) => {
  login();
  answers("GET /api/billing-accounts/4711/cars?page=0&size=1000", status, problem(status));
  await expect(clientFor(BASE).reader.carPage("account:4711", first)).resolves.toBe("not-offered");
});

it("an account's list is not asked for when the settings say that there is none", async () => {
  const api = clientFor(BASE, { settings: { accountList: false } });
  await expect(api.reader.carPage("account:4711", first)).resolves.toBe("not-offered");
});

it("the settings' names for index and size are used, and a smaller size than asked for is accepted (D3)", async () => {
  login();
  answers(
    "GET /api/cars?p=2&limit=500",
    200,
    json(page([], { number: 2, size: 100, totalElements: 200, totalPages: 2 })),
  );
  const api = clientFor(BASE, { settings: { pageParam: "p", sizeParam: "limit" } });
  await expect(api.reader.carPage("global", { number: 2, size: 500 })).resolves.toMatchObject({ size: 100 });
});

const row = { licenseNumber: "AB123", features: [], addedByCustomerCare: false };
it.each([
  ["D2 another page", page([row], { number: 1 }), "page 1 instead of page 0"],
  ["D4 totals as a text", page([row], { totalElements: "1" }), "page.totalElements is not a whole number from 0"],
  ["D4 totals missing", page([row], { totalPages: undefined }), "page.totalPages is missing"],
  ["D4 a negative total", page([row], { totalElements: -1 }), "page.totalElements is not a whole number"],
  ["D4 more rows than a page holds", page([row, row], { size: 1 }), "2 rows on a page of size 1"],
  ["D13 a row without licenseNumber", page([{ features: [] }]), "content[0].licenseNumber is missing"],
  ["D13 a null row", page([row, null]), "content[1] is not an object"],
  ["D13 a number for a plate", page([{ ...row, licenseNumber: 5 }]), "content[0].licenseNumber is not a text"],
  ["D13 no addedByCustomerCare", page([{ ...row, addedByCustomerCare: undefined }]), "addedByCustomerCare is missing"],
  ["D15 no page wrapper", [row], "the body is not an object"],
  ["D15 a problem with status 200", { title: "x", status: 500 }, "content is missing, page is missing"],
])("a list with %s is refused, and the error says where", async (_, body, said) => {
  login();
  answers("GET /api/cars?page=0&size=1000", 200, json(body));
  await expect(clientFor(BASE).reader.carPage("global", first)).rejects.toMatchObject({
    name: "InterfaceError",
    failure: { kind: "shape" },
    message: expect.stringContaining(said),
  });
});

it("a total of 1e400 is refused (D4)", async () => {
  login();
  answers(
    "GET /api/cars?page=0&size=1000",
    200,
    jsonText('{"content":[],"page":{"size":10,"number":0,"totalElements":1e400,"totalPages":0}}'),
  );
  await expect(clientFor(BASE).reader.carPage("global", first)).rejects.toThrow("page.totalElements is not a whole");
});

const car = { licenseNumber: "AB123", createdDate: "2026-01-01" };

it("an error in fleet cars names the row that is wrong", async () => {
  login();
  answers("GET /fleets/default/cars", 200, json([car, { createdDate: "x" }]));
  await expect(clientFor(BASE).reader.fleetCars()).rejects.toThrow(
    "GET /fleets/default/cars was answered with something other than the interface says: [1].licenseNumber is missing.",
  );
});

it("a parking user is read with cars and address, ids digit for digit", async () => {
  login();
  const body = JSON.stringify({ ...user, cars: [{ licenseNumber: "AB123" }], address: { city: "Malmö", co: null } });
  answers(
    "GET /api/billing-accounts/4711/parking-users/9223372036854775807",
    200,
    jsonText(body.replace('"id":7', '"id":9223372036854775807')),
  );
  await expect(clientFor(BASE).reader.parkingUser("4711", "9223372036854775807")).resolves.toEqual({
    ...userText,
    id: "9223372036854775807",
    cars: [{ licenseNumber: "AB123" }],
    address: { city: "Malmö", street: "", postalCode: "", co: "" },
  });
});

it.each([
  [401, "auth"],
  [403, "auth"],
  [404, "status"],
  [422, "status"],
])(
  "a parking user that is answered %i is rejected as %s, with the server's words and traceId",
  async (status, kind) => {
    login();
    if (status === 401) login("token-2");
    answers(
      "GET /api/billing-accounts/4711/parking-users/5",
      status,
      problem(status, { title: "Not today", detail: "because" }),
      status === 401 ? 2 : 1,
    );
    await expect(clientFor(BASE).reader.parkingUser("4711", "5")).rejects.toMatchObject({
      failure: { kind, status },
      traceId: "trace-1",
      message: expect.stringContaining(
        `GET /api/billing-accounts/4711/parking-users/5 was answered ${status} (\`Not today: because\`; traceId \`trace-1\`).`,
      ),
    });
  },
);

it("an error in a parking user names a field that is missing", async () => {
  login();
  answers(
    "GET /api/billing-accounts/4711/parking-users?page=0&size=1000",
    200,
    json(page([{ ...user, phoneNumber: undefined, id: undefined, status: "ODD" }])),
  );
  await expect(clientFor(BASE).reader.parkingUserPage("4711", first)).rejects.toThrow(
    "content[0].id is missing, content[0].status is not ACTIVE, INACTIVE or CLOSED",
  );
});

it.each([
  [200, true],
  [403, false],
  [404, false],
])("parking users show by %i whether an account exists: %s", async (status, exists) => {
  login();
  answers("GET /api/billing-accounts/4711/parking-users?page=0&size=1", status, json(page([])));
  await expect(clientFor(BASE).reader.accountExists("4711")).resolves.toBe(exists);
});

const record = `{"infoId":1,"infoRecordId":9007199254740993,"recordType":"PARKING","recordSubType":null,
    "startDate":"2026-01-01T10:00:00Z","endDate":null,"costCenter":"",
    "currency":{"currencyCode":"DKK","symbol":"kr","defaultFractionDigits":2},
    "vat":25.00,"amountExcludingVat":0.1,"amountIncludingVat":12345678901234567890.10,
    "parking":{"licensePlate":"AB123","id":5},"user":null}`;
const body = `{"content":[${record}],"page":{"size":1000,"number":0,"totalElements":1,"totalPages":1}}`;

it("a request for billing records leaves an open end out, and uses the settings' names", async () => {
  login();
  answers("GET /api/billing-accounts/4711/billing-info-records?since=2026-01-01&page=0&size=1000", 200, jsonText(body));
  const api = clientFor(BASE, { settings: { fromDateParam: "since" } });
  await expect(api.reader.billingRecordPage("4711", { from: "2026-01-01" }, first)).resolves.toBeDefined();
});

it("a billing record whose amount is a text is refused and named", async () => {
  login();
  answers(
    "GET /api/billing-accounts/4711/billing-info-records?page=0&size=1000",
    200,
    jsonText(body.replace("25.00", '"25.00"')),
  );
  await expect(clientFor(BASE).reader.billingRecordPage("4711", {}, first)).rejects.toThrow(
    "content[0].vat is not a number",
  );
});

it("billing accounts need an id to be accepted", async () => {
  login();
  answers("GET /api/billing-accounts", 200, json([{ name: "Acme" }]));
  await expect(clientFor(BASE).reader.billingAccounts()).rejects.toThrow(
    "[0] is not an object with a billing account id",
  );
});
