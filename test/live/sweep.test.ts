import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { DEFAULT_INTERFACE } from "../../src/allowlist/index.ts";
import { ifAnswered, retryIfListChanged, sweepCars, sweepScope } from "../../src/live/index.ts";
import type { CarRow, ListReader, Page, PageRequest } from "../../src/run/ports/index.ts";
import { NUMBER, rowsOf, TEXT } from "../rows.ts";
import { carRow, failure, pageOf, plates, portsWith, rejection, SERVER_DOWN } from "./support.ts";

type Answer = Page<CarRow> | "not-offered";

/** A reader whose answers are an honest server's, changed; `sweep` counts from 1. */
function serving(list: readonly string[], change: (page: Page<CarRow>, sweep: number) => Answer = (page) => page) {
  const asked: PageRequest[] = [];
  let sweep = 0;
  const carPage: ListReader["carPage"] = async (_, page) => {
    asked.push(page);
    if (page.number === 0) sweep += 1;
    return change(pageOf(list, page), sweep);
  };
  return { ...portsWith({ carPage }), asked, sweeps: () => sweep };
}

async function sweptPlates(ports: ReturnType<typeof serving>["ports"], size = 10): Promise<string[] | "not-offered"> {
  const rows = await sweepCars("global", size, ports);
  return rows === "not-offered" ? rows : rows.map(({ licenseNumber }) => licenseNumber);
}

/** The page with other totals or rows, if it is the one meant. */
function onPage(number: number, change: Partial<Page<CarRow>>) {
  return (page: Page<CarRow>): Page<CarRow> => (page.number === number ? { ...page, ...change } : page);
}

it("a list of any count is read in pages of any size, whatever size the server echoes, with a probe after a full last one (D3, D4)", async () => {
  const size = fc.integer({ min: 1, max: 30 });
  await fc.assert(
    fc.asyncProperty(fc.nat(60), size, size, async (count, wanted, echoed) => {
      const asked: PageRequest[] = [];
      const carPage: ListReader["carPage"] = async (_, page) => {
        asked.push(page);
        return pageOf(plates(count), { ...page, size: echoed });
      };
      const { ports, slept } = portsWith({ carPage });
      expect(await sweptPlates(ports, wanted)).toEqual(plates(count));
      const last = count === 0 ? 0 : Math.floor(count / echoed);
      expect(asked.map(({ number }) => number)).toEqual(Array.from({ length: last + 1 }, (_, at) => at));
      expect(asked.slice(1).every((page) => page.size === echoed)).toBe(true);
      expect(slept).toEqual([]);
    }),
  );
});

it.each([
  ["one empty page", { totalPages: 1 }],
  ["no page, of size 0", { size: 0 }],
])("an empty list may call itself %s", async (_, totals) => {
  const { ports } = serving([], (page) => ({ ...page, ...totals }));
  expect(await sweptPlates(ports)).toEqual([]);
});

it("a server may say that there is no page past the end", async () => {
  const { ports } = serving(plates(20), (page) => (page.number === 2 ? "not-offered" : page));
  expect(await sweptPlates(ports)).toEqual(plates(20));
});

const list = plates(35);
const contradictions: [string, (page: Page<CarRow>) => Answer][] = [
  ...rowsOf(
    import.meta.url,
    "totals that contradict the pages",
    TEXT,
    NUMBER.nullable(),
    z.custom<Partial<Page<CarRow>>>(),
  ).map(([what, number, totals]): [string, (page: Page<CarRow>) => Answer] => [
    what,
    number === null ? (page) => ({ ...page, ...totals }) : onPage(number, totals),
  ]),
  ["D1 the same car on two pages", onPage(2, { items: plates(10).map(carRow) })],
  ["D2 page 0 for ever", (page) => ({ ...pageOf(list, { number: 0, size: page.size }), number: page.number })],
  ["D2 another page than asked for", (page) => pageOf(list, { number: 0, size: page.size })],
  [
    "D2 pages counted from 1",
    (page) => ({ ...pageOf(list, { number: Math.max(page.number - 1, 0), size: 10 }), number: page.number }),
  ],
  ["D7 a short page before the last", onPage(1, { items: plates(9).map(carRow) })],
  ["D7 a page with too many rows", onPage(3, { items: list.map((plate) => carRow(`X${plate}`)) })],
  ["a page that is not there", (page) => (page.number === 2 ? "not-offered" : page)],
];

it.each(contradictions)(
  "a sweep that never agrees is given up: %s: unreadable after 4 attempts, with a pause before each",
  async (_, change) => {
    const server = serving(list, change);
    const error = await rejection(sweptPlates(server.ports));
    expect(error.failure).toEqual({ kind: "inconsistent" });
    expect(error.message).toMatch(/^global: the live list could not be read whole in 4 attempts: /);
    expect(server.sweeps()).toBe(4);
    expect(server.slept).toEqual([250, 500, 1000]);
  },
);

it.each(contradictions)("a sweep is repeated: %s: read once it has stopped", async (_, change) => {
  const server = serving(list, (page, sweep) => (sweep < 4 ? change(page) : page));
  expect(await sweptPlates(server.ports)).toEqual(list);
});

it("D5 a last page that is repeated for ever is found by the page after a full last one", async () => {
  const full = plates(20);
  const { ports } = serving(full, (page) =>
    page.number < 2 ? page : { ...pageOf(full, { number: 1, size: 10 }), number: page.number },
  );
  expect((await rejection(sweptPlates(ports))).failure.kind).toBe("inconsistent");
});

it("no further page is asked for once two contradict each other", async () => {
  const server = serving(plates(10_000), onPage(1, { items: [] }));
  await rejection(sweptPlates(server.ports));
  // Those that may be in flight by then, in each of the four attempts.
  expect(server.asked.length).toBeLessThan(4 * 70);
});

it("D4 whatever totals a server makes up, a wrong list is never taken for the whole", async () => {
  const odd = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0.5, -0);
  const number = fc.oneof(fc.integer({ min: -2, max: 40 }), odd);
  const lie = fc.record({ totalElements: number, totalPages: number }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(fc.nat(30), fc.array(lie, { maxLength: 5 }), async (count, lies) => {
      const { ports } = serving(plates(count), (page) => ({ ...page, ...lies[page.number] }));
      const swept = await sweptPlates(ports).catch(() => "refused");
      if (swept !== "refused" && count > 0) expect(swept).toEqual(plates(count));
    }),
    { numRuns: 500 },
  );
});

it("D8 an order that changes from page to page gives the whole list or none", async () => {
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.infiniteStream(fc.nat()), async (count, coins) => {
      const carPage: ListReader["carPage"] = async (_, page) => {
        const rank = new Map(plates(count).map((plate) => [plate, coins.next().value ?? 0]));
        return pageOf(
          plates(count).sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0)),
          page,
        );
      };
      const swept = await sweptPlates(portsWith({ carPage }).ports, 2).catch(() => "refused" as const);
      if (swept === "refused" || swept === "not-offered") return;
      whole += 1;
      expect([...swept].sort()).toEqual(plates(count));
    }),
    { numRuns: 400 },
  );
  expect(whole).toBeGreaterThan(0);
});

it("D3 after a size that is clamped silently the next sweep asks for pages of that size", async () => {
  const list = plates(65);
  const carPage: ListReader["carPage"] = async (_, { number, size }) => {
    const served = pageOf(list, { number, size: Math.min(size, 20) });
    return { ...served, size };
  };
  expect(await sweptPlates(portsWith({ carPage }).ports, 1000)).toEqual(list);
});

const full = plates(45);
const beyond = (answer: () => Answer): ListReader["carPage"] => {
  return async (_, page) => (page.number * page.size < full.length ? pageOf(full, page) : answer());
};
const refused = (status: number) => () => {
  throw failure(`it was answered ${status}`, { kind: "status", status });
};

it.each([
  [[400, 404, 405, 409, 410, 416, 422], "the end of the list"],
  [[408, 425, 500, 503], "avoided with pages of another size"],
])("the page after a full last one that is answered %j is %s", async (statuses, what) => {
  for (const status of statuses) {
    const { ports, slept } = portsWith({ carPage: beyond(refused(status)) });
    expect(await sweptPlates(ports, 15), String(status)).toEqual(full);
    if (what === "the end of the list") expect(slept, String(status)).toEqual([]);
  }
});

it.each([
  failure("no", { kind: "auth", status: 401 }),
  failure("no", { kind: "auth", status: 403 }),
  failure("later", { kind: "status", status: 429 }),
  SERVER_DOWN,
])("the page after a full last one that brings %o is a failure, not an end", async (error) => {
  const carPage = beyond(() => {
    throw error;
  });
  expect(await rejection(sweptPlates(portsWith({ carPage }).ports, 15))).toBe(error);
});

it("D5 a page after a full last one that is the last page again is avoided with pages of another size", async () => {
  const carPage: ListReader["carPage"] = async (_, { number, size }) => ({
    ...pageOf(full, { number: Math.min(number, Math.ceil(full.length / size) - 1), size }),
    number,
  });
  expect(await sweptPlates(portsWith({ carPage }).ports, 15)).toEqual(full);
});

it("a page after the end that fails in every size is the failure that is passed on", async () => {
  const fixed: ListReader["carPage"] = async (_, { number }) => {
    if (number < 3) return pageOf(full, { number, size: 15 });
    throw failure("it was answered 500", { kind: "status", status: 500 });
  };
  expect((await rejection(sweptPlates(portsWith({ carPage: fixed }).ports, 15))).failure).toEqual({
    kind: "status",
    status: 500,
  });
});

const twice = ["OLD1", "N1", "N2", "N1", "N2"];
const settings = DEFAULT_INTERFACE;

it.each([1000, 2])(
  "D6 a list without a unique key is read in pages of %i, each car once, when its equal rows repeat alike",
  async (size) => {
    expect(await sweptPlates(serving(twice).ports, size)).toEqual(["OLD1", "N1", "N2"]);
  },
);

it("the live state says which rows of a list without a unique key stand there several times", async () => {
  const live = await sweepScope("global", settings, serving([...twice, "N1", "no plate!", "no plate!"]).ports);
  expect(live).toMatchObject({ repeated: ["N1", "N2", "no plate!"], unreadable: ["no plate!"] });
  expect([...live.entries.keys()]).toEqual(["OLD1", "N1", "N2"]);
});

it.each([
  ["differ", ["A1", "A1", "B2"], ["A1", "B2", "B2"]],
  ["change their places", ["A1", "B2", "A1"], ["A1", "A1", "B2"]],
])("a list without a unique key is not read while its equal rows %s from sweep to sweep", async (_, one, other) => {
  let sweeps = 0;
  const carPage: ListReader["carPage"] = async (_scope, page) => pageOf(sweeps++ % 2 === 0 ? one : other, page);
  expect((await rejection(sweptPlates(portsWith({ carPage }).ports))).failure.kind).toBe("inconsistent");
});

it("a row that is no plate is read once, and is not one that repeats", async () => {
  const { ports, slept } = portsWith({ carPage: serving(["AB1", "no plate!"]).ports.reader.carPage });
  const live = await sweepScope("global", settings, ports);
  expect([live.unreadable, live.repeated, slept]).toEqual([["no plate!"], undefined, []]);
});

it.each([
  [4, 2, [2, 2, 2, 3, 3]],
  [6, 3, [3, 3, 3, 4, 4]],
])("a list of %i whose end is unclear in pages of %i is read in those of another size", async (count, size, sizes) => {
  const asked: number[] = [];
  const carPage: ListReader["carPage"] = async (_, page) => {
    asked.push(page.size);
    if (page.number * page.size >= count) throw failure("it was answered 500", { kind: "status", status: 500 });
    return pageOf(plates(count), page);
  };
  expect(await sweptPlates(portsWith({ carPage }).ports, size)).toEqual(plates(count));
  expect(asked).toEqual(sizes);
});

it("a list without a unique key is not read while rows of one car say different things of it", async () => {
  const { ports } = serving(twice, (page) => ({
    ...page,
    items: page.items.map((row, at) => (at === 3 ? { ...row, features: ["LEASING"] } : row)),
  }));
  expect((await rejection(sweptPlates(ports))).message).toContain("the same car is on it twice");
});

it("a list without a unique key does not excuse pages that overlap alike each time", async () => {
  const list = plates(60);
  const overlapping: ListReader["carPage"] = async (_, page) => {
    const honest = pageOf(list, page);
    return page.number === 2 ? { ...honest, items: pageOf(list, { ...page, number: 1 }).items } : honest;
  };
  expect((await rejection(sweptPlates(portsWith({ carPage: overlapping }).ports))).failure.kind).toBe("inconsistent");
});

it.each([35, 40])("D2 pages counted from 1 by a server that only echoes name the setting (%i cars)", async (count) => {
  const { ports } = serving(plates(count), (page) => ({
    ...pageOf(plates(count), { number: Math.max(page.number - 1, 0), size: page.size }),
    number: page.number,
  }));
  expect((await rejection(sweptPlates(ports))).message).toContain("interface.firstPage may be wrong");
});

it.each<[string, Partial<Page<CarRow>>, RegExp]>([
  ["too many rows", { totalElements: 2_000_001 }, /said to hold 2000001 rows, and .* at most 2000000 rows/],
  ["as many rows as are read", { totalElements: 2_000_000, size: 100, totalPages: 20_000 }, /page 0 holds 35 rows/],
  ["too many pages of its size", { totalElements: 35 * 100_000 - 1, size: 10 }, /said to hold/],
  ["more rows than so many pages have", { totalElements: 1_000_001, size: 10 }, /in pages of 10 rows, .* 100000 pages/],
  ["more pages than are read", { totalPages: 100_001 }, /in pages of 50 rows/],
  ["totals without sense", { totalElements: -1 }, /make no sense \(-1 rows at 50 a page in 1 pages\)/],
  ["a size without sense", { size: 0 }, /make no sense \(35 rows at 0 a page/],
  ["totals that contradict each other", { totalPages: 2 }, /contradict each other: .* which would make 1 pages/],
])("a first page with %s is given up, and the message says why", async (_, totals, message) => {
  const { ports } = serving(plates(35), (page) => ({ ...page, ...totals }));
  expect((await rejection(sweptPlates(ports, 50))).message).toMatch(message);
});

it("pages that share some rows say nothing of interface.firstPage, and a short first page of its rows", async () => {
  const shared = (page: Page<CarRow>) =>
    page.number === 1 ? { ...page, items: [carRow("AB1000"), ...page.items.slice(1)] } : page;
  const { message } = await rejection(sweptPlates(serving(plates(40), shared).ports));
  expect(message).toContain("the same car is on it twice");
  expect(message).not.toContain("firstPage");
  const other = serving(plates(40), (page) => (page.number === 1 ? { ...page, number: 7 } : page));
  expect((await rejection(sweptPlates(other.ports))).message).toContain("page 7 came instead of page 1. Try");
});

it("a sweep that fails ends once no request of it is under way", async () => {
  let underWay = 0;
  const carPage: ListReader["carPage"] = async (_, page) => {
    if (page.number === 3) throw failure("another one", { kind: "shape" });
    underWay += 1;
    for (let turn = 0; turn < 9; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    if (page.number === 1) throw SERVER_DOWN;
    return pageOf(plates(60), page);
  };
  expect(await rejection(sweptPlates(portsWith({ carPage }).ports))).toBe(SERVER_DOWN);
  expect(underWay).toBe(0);
});

it("a clock that fails is no interruption", async () => {
  const { ports } = serving(plates(35), onPage(1, { items: [] }));
  const clock = { ...ports.clock, sleep: () => Promise.reject(new Error("a defect")) };
  await expect(sweepCars("global", 10, { ...ports, clock })).rejects.toThrow("a defect");
});

it("a live car is listed since the day of its row, where that is one, and by customer care where one of its rows is", async () => {
  const row = { features: ["B", "A", "B"], addedByCustomerCare: false };
  const items: CarRow[] = [
    { ...row, licenseNumber: "AB1", createdDate: "2026-04-01T10:00:00Z" },
    { ...row, licenseNumber: "AB2", createdDate: "yesterday" },
    { ...row, licenseNumber: "AB3" },
    { ...row, licenseNumber: "A-B3", addedByCustomerCare: true },
  ];
  const { ports } = serving(plates(4), (page) => ({ ...page, items }));
  const { entries } = await sweepScope("global", DEFAULT_INTERFACE, ports);
  expect([...entries.values()]).toEqual([
    { licenseNumber: "AB1", plateKey: "AB1", features: ["A", "B"], addedByCustomerCare: false, addedOn: "2026-04-01" },
    { licenseNumber: "AB2", plateKey: "AB2", features: ["A", "B"], addedByCustomerCare: false },
    {
      licenseNumber: "A-B3",
      plateKey: "AB3",
      features: ["A", "B"],
      addedByCustomerCare: true,
      otherSpellings: ["AB3"],
    },
  ]);
});

it.each([
  [SERVER_DOWN, undefined],
  [failure("stopped", { kind: "aborted" }), "stopped"],
  [failure("too late", { kind: "deadline" }), "too late"],
  [new Error("a defect"), "a defect"],
])(
  "what only adds to a result does without it where the interface fails, %o, and stops with the run",
  async (error, why) => {
    const end = await ifAnswered(() => Promise.reject(error)).catch(({ message }: Error) => message);
    expect(end).toBe(why);
    expect(await ifAnswered(async () => 7)).toBe(7);
  },
);

it("a list that is not offered ends a sweep at once", async () => {
  const server = serving([], () => "not-offered");
  expect(await sweptPlates(server.ports)).toBe("not-offered");
  expect(server.asked).toHaveLength(1);
});

it.each([SERVER_DOWN, failure("odd", { kind: "shape" })])(
  "a failure ends a sweep at once, is no contradiction, and is passed on as it is: %o",
  async (error) => {
    const carPage: ListReader["carPage"] = async (_, page) => {
      if (page.number === 1) throw error;
      return pageOf(plates(35), page);
    };
    const { ports, slept } = portsWith({ carPage });
    expect(await rejection(sweptPlates(ports))).toBe(error);
    expect(slept).toEqual([]);
  },
);

it("an interruption ends a sweep while it waits to try again", async () => {
  const stop = new AbortController();
  const carPage: ListReader["carPage"] = async (_, page) => {
    stop.abort(new Error("SIGINT"));
    return { ...pageOf(plates(5), page), totalPages: 7 };
  };
  expect((await rejection(sweptPlates(portsWith({ carPage }, stop.signal).ports))).failure.kind).toBe("aborted");
});

it.each([
  ["is consistent the second time", [failure("moved", { kind: "inconsistent" })], "read", 2],
  ["is never consistent", Array.from({ length: 9 }, () => failure("moved", { kind: "inconsistent" })), "moved", 4],
  ["fails in another way", [SERVER_DOWN], "the server is down", 1],
])("a reading of records is repeated when the list changed meanwhile: it %s", async (_, failures, end, attempts) => {
  let asked = 0;
  const read = async () => {
    const broken = failures[asked];
    asked += 1;
    if (broken) throw broken;
    return "read";
  };
  const reading = await retryIfListChanged(read).catch((error: Error) => error.message);
  expect([reading, asked]).toEqual([end, attempts]);
});
