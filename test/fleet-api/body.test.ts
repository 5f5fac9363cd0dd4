import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { WriteRequest } from "../../src/run/ports/index.ts";
import { clientOf, serve, stopTimers } from "./serving.ts";
import { json, message, page } from "./support.ts";

const first = { number: 0, size: 1000 };
const never = new AbortController().signal;
const add: WriteRequest = { action: "add", scope: "global", cars: [{ licenseNumber: "AB123", features: [] }] };

const PAGE_OF_ONE = JSON.stringify({
  content: [{ licenseNumber: "AB1", features: [], addedByCustomerCare: false }],
  page: { size: 1000, number: 0, totalElements: 1, totalPages: 1 },
});

const TOO_LARGE = {
  failure: { kind: "shape" },
  message: expect.stringContaining("it is larger than 8,388,608 bytes"),
};

/** An answer whose head states the length of its body. */
function answer(socket: Socket, body: string | Buffer, more: Record<string, string> = {}, before = ""): void {
  const headers = { "content-type": "application/json", "content-length": `${body.length}`, ...more };
  socket.write(before + message(200, "", headers));
  socket.write(body);
}

it("D11 a body that is close-delimited is not trusted, even when it looks whole", async () => {
  const server = await serve(({ socket }) =>
    socket.end(message(200, "[]", { "content-type": "application/json", connection: "close" })),
  );
  await expect(clientOf(server.origin).reader.fleetCars()).rejects.toMatchObject({
    failure: { kind: "shape" },
    message: expect.stringContaining("it states no length, so that its end can't be told from a cut connection"),
  });
});

it("F7 a body that expands beyond 8 MiB is dropped there", async () => {
  const bomb = gzipSync(randomBytes(4_000).toString("hex").repeat(1_200));
  const server = await serve(({ socket }) => answer(socket, bomb, { "content-encoding": "gzip" }));
  await expect(clientOf(server.origin).reader.carPage("global", first)).rejects.toMatchObject(TOO_LARGE);
  expect(server.requests).toHaveLength(1);
});

it("F7, S26 a body that expands to more than 250 times its size, and to more than 1 MiB, is dropped", async () => {
  const bomb = brotliCompressSync(Buffer.alloc(250 * 1024 * 1024, 0x20));
  const server = await serve(({ socket }) => answer(socket, bomb, { "content-encoding": "br" }));
  await expect(clientOf(server.origin).reader.fleetCars()).rejects.toThrow(
    "it expands to more than 250 times its size",
  );
});

it("F7 a body of less than 1 MiB may expand to any size", async () => {
  const body = gzipSync(PAGE_OF_ONE.padEnd(1024 * 1024));
  const server = await serve(({ socket }) => answer(socket, body, { "content-encoding": "gzip" }));
  await expect(clientOf(server.origin).reader.carPage("global", first)).resolves.toMatchObject({ totalElements: 1 });
});

it("F7 a body that never ends is dropped after 8 MiB, and its connection is closed", async () => {
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const server = await serve(({ socket }) => {
    socket.on("close", closed);
    socket.write(message(200, "", { "content-type": "application/json", "transfer-encoding": "chunked" }));
    const more = () => {
      while (!socket.destroyed && socket.write(`10000\r\n${" ".repeat(0x10000)}\r\n`));
      socket.once("drain", more);
    };
    more();
  });
  await expect(clientOf(server.origin).reader.carPage("global", first)).rejects.toMatchObject(TOO_LARGE);
  await isClosed;
  expect(server.requests).toHaveLength(1);
});

it("F7 a body of 8 MiB to the byte is read whole, and one byte more is too much", async () => {
  let length = 8 * 1024 * 1024;
  const server = await serve(({ socket }) => answer(socket, PAGE_OF_ONE.padEnd(length)));
  const { reader } = clientOf(server.origin);
  await expect(reader.carPage("global", first)).resolves.toMatchObject({ items: [{ licenseNumber: "AB1" }] });
  length += 1;
  await expect(reader.carPage("global", first)).rejects.toThrow("it is larger than 8,388,608 bytes");
});

it.each([
  ["8 MiB of opening brackets", "[".repeat(8 * 1024 * 1024)],
  ["65 levels", `${PAGE_OF_ONE.slice(0, -1)},"a":${"[".repeat(64)}${"]".repeat(64)}}`],
  ["brackets behind a string that ends in a backslash", `["\\\\",${'{"a":'.repeat(64)}1${"}".repeat(64)}]`],
])("S26 a body with %s is not parsed", async (_, text) => {
  const server = await serve(({ socket }) => answer(socket, text));
  const asked = clientOf(server.origin).reader.carPage("global", first);
  await expect(asked).rejects.toThrow("the body has more than 64 levels");
});

const HINT = message(103, "", { link: "</cars>; rel=next" });

it.each([
  ["as gzip", "", { "content-encoding": "gzip" }, gzipSync(PAGE_OF_ONE)],
  ["as identity", "", { "content-encoding": "identity" }, Buffer.from(PAGE_OF_ONE)],
  ["as gzip, behind an early hint", HINT, { "content-encoding": "gzip" }, gzipSync(PAGE_OF_ONE)],
  ["as nothing, behind an early hint", HINT, {}, Buffer.from(PAGE_OF_ONE)],
])("a body that is encoded %s is read whole", async (_, before, encoding, body) => {
  const server = await serve(({ socket }) => answer(socket, body, encoding, before));
  const asked = clientOf(server.origin).reader.carPage("global", first);
  await expect(asked).resolves.toMatchObject({ items: [{ licenseNumber: "AB1" }] });
});

it("F7 a body that is compressed twice is not trusted", async () => {
  const body = gzipSync(gzipSync("[]"));
  const server = await serve(({ socket }) => answer(socket, body, { "content-encoding": "gzip, gzip" }));
  await expect(clientOf(server.origin).reader.fleetCars()).rejects.toThrow("it is compressed more than once");
});

it("F5 a body that arrives slowly for ever ends at the deadline, in all four attempts", async () => {
  const pass = stopTimers();
  const server = await serve(async ({ socket }) => {
    socket.write(message(200, "", { "content-type": "application/json", "content-length": "1000" }));
    for (let drop = 0; drop < 50; drop += 1) {
      await new Promise((resolve) => socket.write(" ", resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
    pass(100);
  });
  await expect(clientOf(server.origin, { deadline: 100 }).reader.fleetCars()).rejects.toMatchObject({
    failure: { kind: "transport" },
    message: expect.stringContaining("failed (4 attempts): no whole answer came within 0.1 seconds"),
  });
  expect(server.requests).toHaveLength(4);
});

it.each([200, 401])(
  "F7 a body of a %i that cannot be decompressed, nor its end be told, is a failure of the network",
  async (status) => {
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    const server = await serve(({ socket }) => socket.end(message(status, "{}", headers)));
    await expect(clientOf(server.origin, { deadline: 100 }).reader.fleetCars()).rejects.toMatchObject({
      failure: { kind: "transport" },
    });
  },
);

it("F6 a body that is cut short is asked for again", async () => {
  let requests = 0;
  const server = await serve(({ socket }) => {
    requests += 1;
    const whole = message(200, ...json(page([])));
    if (requests < 3) socket.end(whole.slice(0, -requests));
    else socket.write(whole);
  });
  await expect(clientOf(server.origin).reader.carPage("global", first)).resolves.toMatchObject({ items: [] });
  expect(server.requests).toHaveLength(3);
});

it("F14 a body with two lengths is rejected", async () => {
  const server = await serve(({ socket }) =>
    socket.write(
      "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n[]",
    ),
  );
  expect(await clientOf(server.origin).writer.send(add, never)).toMatchObject({ kind: "lost" });
});
