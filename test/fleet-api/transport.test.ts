import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createFleetReader, type FleetApiConfig } from "../../src/fleet-api/index.ts";
import type { WriteRequest } from "../../src/run/ports/index.ts";
import { portOf } from "../processes.ts";
import { SELF_SIGNED } from "./self-signed.ts";
import { clientOf, serve, stopTimers } from "./serving.ts";
import { configFor, json, message, page, rawServer } from "./support.ts";

const first = { number: 0, size: 1000 };
const never = new AbortController().signal;
const add: WriteRequest = { action: "add", scope: "global", cars: [{ licenseNumber: "AB123", features: [] }] };
const remove: WriteRequest = { ...add, action: "delete" };

const codes = [301, 302, 303, 307, 308];

it.each(codes)(
  "S7, F8, V12: a redirect with %i of a read, a change or a login is not followed; the other server receives nothing",
  async (code) => {
    const other = await serve(({ socket }) => socket.write(message(200, ...json(page([])))));
    const location = `${other.origin}/api/cars?stolen=1#x`;
    const redirecting = (ownLogin: boolean) =>
      serve(({ socket }) => socket.write(message(code, "", { location, "content-length": "0" })), { ownLogin });

    const { reader, writer } = clientOf((await redirecting(false)).origin);
    const expected = `It points to ${other.origin}; redirects are never followed: give the final address.`;
    await expect(reader.carPage("global", first)).rejects.toMatchObject({
      failure: { kind: "status", status: code },
      message: expect.stringContaining(expected),
    });
    const problem = { title: `Redirect to ${other.origin}`, detail: "Redirects are never followed." };
    const redirected = { kind: "response", status: code, failures: [], problem };
    expect(await writer.send(add, never)).toEqual(redirected);
    expect(await writer.send(remove, never)).toEqual(redirected);

    const login = clientOf((await redirecting(true)).origin);
    await expect(login.reader.carPage("global", first)).rejects.toThrow(
      /^The login \(POST \/auth\/v1\) was answered 30/,
    );
    expect(other.connections()).toBe(0);
  },
);

it("F2, F3, F6 a change that gets no whole answer is lost when the answer is cut at any byte, and is sent once", async () => {
  const whole = message(207, ...json({ failures: [{ licenseNumber: "AB123", error: "exists" }] }));
  let cut = 0;
  const server = await serve(({ socket }) => socket.end(whole.slice(0, cut)));
  const { writer } = clientOf(server.origin);
  for (cut = 0; cut < whole.length; cut += 1) {
    expect(await writer.send(add, never), `cut after ${cut} bytes`).toMatchObject({ kind: "lost" });
  }
  expect(server.requests).toHaveLength(whole.length);
  expect(await writer.send(add, never)).toMatchObject({ failures: [{ licenseNumber: "AB123", error: "exists" }] });
});

it("F2, F4 a change that gets no whole answer is lost when the connection is reset, no answer comes in time, or it is stopped", async () => {
  const reset = await serve(({ socket }) => socket.resetAndDestroy());
  expect(await clientOf(reset.origin).writer.send(add, never)).toMatchObject({
    kind: "lost",
    reason: expect.stringContaining(`the exchange with ${reset.origin} stopped early`),
  });
  const stop = new AbortController();
  const pass = stopTimers();
  const silent = await serve(() => pass(100));
  expect(await clientOf(silent.origin, { deadline: 100 }).writer.send(add, never)).toEqual({
    kind: "lost",
    reason: "no whole answer came within 0.1 seconds",
  });
  const stopping = await serve(() => stop.abort());
  expect(await clientOf(stopping.origin).writer.send(add, stop.signal)).toEqual({
    kind: "lost",
    reason: "it was stopped",
  });
});

it("V24: a change is asked about when its turn has come and once it is connected; the server receives none that is not wanted then", async () => {
  const server = await serve(({ socket }) => socket.write(message(204)));
  const { writer } = clientOf(server.origin);
  const send = async (...answers: boolean[]) => {
    const reply = await writer.send(add, never, {
      onLeft: () => undefined,
      mayLeave: async () => answers.shift() ?? true,
    });
    return { kind: reply.kind, left: answers.length };
  };
  expect(await send(false, true)).toEqual({ kind: "not-sent", left: 1 });
  expect(await send(true, false)).toEqual({ kind: "not-sent", left: 0 });
  expect(server.requests).toHaveLength(0);
  expect(await send(true, true)).toEqual({ kind: "response", left: 0 });
  expect(await send(true, false)).toEqual({ kind: "not-sent", left: 0 });
  expect(server.requests).toHaveLength(1);
});

it("a request without an answer is told of every two seconds, and one that was answered is not", async () => {
  const pass = stopTimers();
  const told: string[] = [];
  const onSilence = (origin: string, seconds: number) => told.push(`${origin} ${seconds}`);
  const slow = await serve(({ socket }) => {
    pass(5000);
    socket.write(message(207, ...json({ failures: [] })));
  });
  await clientOf(slow.origin, { onSilence }).writer.send(add, never);
  pass(60_000);
  expect(told).toEqual([`${slow.origin} 2`, `${slow.origin} 4`]);
});

it.each([
  ["with the name of a protocol", { upgrade: "websocket", connection: "upgrade" }],
  ["alone", {}],
])("an answer 101 ends at once, whatever the server sends behind it: %s", async (_, headers) => {
  const server = await serve(({ socket }) => socket.write(message(101, "more and more", headers)));
  const { reader, writer } = clientOf(server.origin);
  await expect(reader.fleetCars()).rejects.toThrow("was answered 101 (Switching Protocols)");
  expect(await writer.send(add, never)).toMatchObject({ kind: "response", status: 101 });
});

it("F1 a kept connection that its server has closed while the program calculated carries no request", async () => {
  const server = await serve(({ socket }) => socket.end(message(204)));
  const { writer } = clientOf(server.origin);
  const kinds = new Set<string>();
  for (let turn = 0; turn < 50; turn += 1) {
    kinds.add((await writer.send(add, never)).kind);
    // The answer is here, and the end of the connection arrives while nothing of the network is looked at.
    const until = process.hrtime.bigint() + 2_000_000n;
    while (process.hrtime.bigint() < until);
  }
  expect(kinds).not.toContain("lost");
});

describe("F1 a change that never left", () => {
  /** Logs in at one address and writes to another. */
  async function sendTo(baseUrl: string, changes: Partial<Omit<FleetApiConfig, "settings">> = {}) {
    const server = await serve(() => undefined);
    return clientOf(server.origin, { baseUrl: new URL(baseUrl), ...changes }).writer.send(add, never);
  }

  it("a change that never left for a refused connection may be tried again", async () => {
    const gone = await rawServer(() => undefined);
    await gone.close();
    expect(await sendTo(gone.origin)).toEqual({
      kind: "not-sent",
      permanent: false,
      reason: `no request reached ${gone.origin}: it refused the connection (ECONNREFUSED)`,
    });
  });

  it("S8 a change that never left for a certificate that nobody vouches for is not tried again", async () => {
    let handshakes = 0;
    const tls = createTlsServer(SELF_SIGNED, () => undefined).on("tlsClientError", () => undefined);
    tls.on("connection", () => {
      handshakes += 1;
    });
    const origin = `https://127.0.0.1:${await portOf(tls)}`;
    expect(await sendTo(origin)).toMatchObject({
      kind: "not-sent",
      permanent: true,
      reason: expect.stringMatching(
        /no trusted TLS connection came about \((?:DEPTH_ZERO_SELF_SIGNED|CERT_NOT_YET_VALID)/,
      ),
    });
    handshakes = 0;
    await expect(clientOf(origin).reader.fleetCars()).rejects.toThrow("whether this machine should trust that server");
    expect(handshakes).toBe(1);
    await new Promise((resolve) => tls.close(resolve));
  });

  it("a change whose TLS handshake ends at the deadline is proven unsent", async () => {
    const pass = stopTimers();
    let greetings = 0;
    const mute = createServer((socket) => {
      socket
        .on("error", () => undefined)
        .once("data", () => {
          greetings += 1;
          pass(100);
        });
    });
    const origin = `https://127.0.0.1:${await portOf(mute)}`;
    expect(await sendTo(origin, { deadline: 100 })).toMatchObject({ kind: "not-sent", permanent: false });
    expect(greetings).toBe(1);
    mute.close();
  });

  it("a change that never left for a run that was stopped before is not sent at all", async () => {
    const server = await serve(({ socket }) => socket.write(message(204)));
    const stop = new AbortController();
    stop.abort();
    const reply = await clientOf(server.origin).writer.send(add, stop.signal);
    expect(reply).toEqual({ kind: "not-sent", permanent: true, reason: "it was stopped before it was sent" });
    expect(server.requests).toEqual([]);
  });
});

it("a stop ends a read at once, as aborted", async () => {
  const stop = new AbortController();
  const server = await serve(() => stop.abort());
  await expect(clientOf(server.origin, { signal: stop.signal }).reader.fleetCars()).rejects.toMatchObject({
    failure: { kind: "aborted" },
  });
  expect(server.requests).toHaveLength(1);
});

describe("S9 proxies", () => {
  it("proxies carry https by CONNECT, and see neither path nor token; 407 names the credentials, and is final", async () => {
    const proxy = await serve(({ socket }) => socket.end(message(407, "", { "content-length": "0" })));
    const httpsProxy = proxy.origin.replace("http://", "http://user:hunter2secret@");
    const api = clientOf("https://fleet.test", { proxy: { httpsProxy } });
    const error = await api.reader.fleetCars().catch((reason: unknown) => String(reason));
    expect(error).toContain(
      `no request reached https://fleet.test: the proxy ${proxy.origin} (HTTPS_PROXY) refused the user name or the password (407). Give the right ones in HTTPS_PROXY`,
    );
    expect(error).not.toMatch(/hunter2secret|attempts/);
    expect(proxy.requests).toHaveLength(1);
    expect(proxy.requests[0]?.head).toMatch(/^CONNECT fleet\.test:443 HTTP\/1\.1\r\n/);
    expect(proxy.requests.map(({ head }) => head).join()).not.toMatch(/auth\/v1|s3cret|Bearer/);
  });

  it("proxies that ask for credentials, and get none, are named with what they ask for", async () => {
    const proxy = await serve(({ socket }) => socket.end(message(407, "", { "content-length": "0" })));
    const login = await serve(() => undefined);
    const fleet = new URL("https://fleet.test");
    const api = clientOf(login.origin, { baseUrl: fleet, partnerUrl: fleet, proxy: { httpProxy: proxy.origin } });
    const words = `the proxy ${proxy.origin} (HTTP_PROXY) asks for a user name and a password (407). Give the right ones in HTTP_PROXY`;
    await expect(api.reader.fleetCars()).rejects.toThrow(words);
    expect(await api.writer.send(add, never)).toMatchObject({ kind: "not-sent", permanent: true });
  });

  it("proxies that cannot be used are named as what failed, without credentials: gone, unknown, closing, untrusted, refusing", async () => {
    const gone = await rawServer(() => undefined);
    await gone.close();
    const closing = await serve(({ socket }) => socket.destroy());
    const refusing = await serve(({ socket }) => socket.end(message(502, "", { "content-length": "0" })));
    const tls = createTlsServer(SELF_SIGNED, () => undefined).on("tlsClientError", () => undefined);
    const untrusted = `https://127.0.0.1:${await portOf(tls)}`;
    onTestFinished(() => void tls.close());
    for (const [origin, words] of [
      [gone.origin, "cannot be used: it refused the connection (ECONNREFUSED)"],
      ["http://proxy.invalid:3128", "cannot be used: "],
      [closing.origin, "cannot be used: the connection was closed before the whole answer came (ECONNRESET)"],
      [untrusted, "cannot be used: no trusted TLS connection came about"],
      [refusing.origin, "answered 502"],
    ] as const) {
      const httpsProxy = origin.replace("://", "://user:hunter2secret@");
      const api = clientOf("https://fleet.test", { proxy: { httpsProxy } });
      const error = await api.reader.fleetCars().catch((reason: unknown) => String(reason));
      expect(error).toContain(`no request reached https://fleet.test: the proxy ${origin} (HTTPS_PROXY) ${words}`);
      expect(error).toContain("Check the address in HTTPS_PROXY, and whether the proxy runs.");
      expect(error).not.toContain("hunter2secret");
      expect(await api.writer.send(add, never)).toMatchObject({ kind: "not-sent" });
    }
  });

  it("a proxy that never answers is given up after 15 seconds, and named", async () => {
    const pass = stopTimers();
    const proxy = await serve(() => pass(15_000));
    const reply = await clientOf("https://fleet.test", { proxy: { httpsProxy: proxy.origin } }).writer.send(add, never);
    const reason = `no request reached https://fleet.test: the proxy ${proxy.origin} (HTTPS_PROXY) cannot be used: no connection came about in time`;
    expect(reply).toMatchObject({ kind: "not-sent", reason: expect.stringContaining(reason) });
  });

  it.each([["fleet.invalid"], [".invalid"], ["*"], ["other.test, fleet.invalid:443"]])(
    "proxies are not used for hosts of NO_PROXY=%s",
    async (noProxy) => {
      const proxy = await serve(({ socket }) => socket.end(message(502, "", { "content-length": "0" })));
      const api = clientOf("https://fleet.invalid", { proxy: { httpsProxy: proxy.origin, noProxy } });
      await expect(api.reader.fleetCars()).rejects.toThrow("no request reached https://fleet.invalid");
      expect(proxy.connections()).toBe(0);
    },
  );

  it("proxies are not used on loopback", async () => {
    const proxy = await serve(({ socket }) => socket.end(message(502, "", { "content-length": "0" })));
    const server = await serve(({ socket }) => socket.write(message(200, ...json([]))));
    const settings = { httpProxy: proxy.origin, httpsProxy: proxy.origin };
    await expect(clientOf(server.origin, { proxy: settings }).reader.fleetCars()).resolves.toEqual([]);
    expect(proxy.connections()).toBe(0);
  });

  it("proxies come from the config alone, whatever the environment says", async () => {
    const proxy = await serve(({ socket }) => socket.end(message(502, "", { "content-length": "0" })));
    vi.stubEnv("HTTPS_PROXY", proxy.origin);
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(clientOf("https://fleet.invalid").reader.fleetCars()).rejects.toThrow("no request reached");
    expect(proxy.connections()).toBe(0);
  });

  it.each(["socks5://127.0.0.1:1", "not an address", "http://us%er:x@127.0.0.1:1"])(
    "an invalid proxy address is refused: %s",
    (httpsProxy) => {
      expect(() => createFleetReader(configFor("https://fleet.test", { proxy: { httpsProxy } }))).toThrow(RangeError);
    },
  );
});

describe("S2 secrets", () => {
  it("secrets that a server echoes appear in no error, reply or log line", async () => {
    const lines: string[] = [];
    const config = configFor("http://unused");
    const secret = config.clientSecret;
    const forms = [secret, encodeURIComponent(secret), "raw-token"];
    const [body, headers] = json({ title: forms.join(" "), detail: `you sent ${forms.join(" ")}`, traceId: secret });
    const server = await serve(({ socket }) => socket.write(message(422, body, headers)));
    const api = clientOf(server.origin, { log: (line) => lines.push(line) });
    const error = await api.reader.fleetCars().catch((reason: unknown) => reason);
    const reply = await api.writer.send(add, never);
    const all = [String(error), JSON.stringify(error), JSON.stringify(reply), ...lines].join("\n");
    expect(all).toContain("you sent *** *** ***");
    for (const form of forms) expect(all).not.toContain(form);
  });

  it.each([301, 307])(
    "secrets in the address of a redirect (%i) are not shown, for a read or a change (S7)",
    async (code) => {
      const location = "https://raw-token.example.com/x";
      const redirect = message(code, "", { location, "content-length": "0" });
      const api = clientOf((await serve(({ socket }) => socket.write(redirect))).origin);
      const error = await api.reader.fleetCars().catch((reason: unknown) => String(reason));
      expect(error).toContain("It points to https://***.example.com;");
      expect(await api.writer.send(add, never)).toMatchObject({
        problem: { title: "Redirect to https://***.example.com" },
      });
    },
  );

  it("secrets of a refused login appear nowhere either", async () => {
    const secret = configFor("http://unused").clientSecret;
    const server = await serve(({ socket }) => socket.write(message(400, ...json({ title: `no ${secret}` }))), {
      ownLogin: true,
    });
    const error = await clientOf(server.origin)
      .reader.fleetCars()
      .catch((reason: unknown) => String(reason));
    expect(error).toContain("400 (`no ***`)");
  });
});

it("S29: the type and instance of a problem are never fetched", async () => {
  const other = await serve(({ socket }) => socket.write(message(200, ...json({}))));
  const links = { type: `${other.origin}/type`, instance: `${other.origin}/instance`, title: "Nope" };
  const server = await serve(({ socket }) => socket.write(message(422, ...json(links))));
  await expect(clientOf(server.origin).reader.fleetCars()).rejects.toThrow("422 (`Nope`)");
  expect(other.connections()).toBe(0);
});

it("the log has a line for each request: no plates, no query values (S27)", async () => {
  const lines: string[] = [];
  const answers = [message(204), message(503, ...json({ title: "x", traceId: "trace-9" }))];
  const server = await serve(({ socket }) => {
    const next = answers.shift();
    if (next === undefined) socket.destroy();
    else socket.write(next);
  });
  const { writer } = clientOf(server.origin, { log: (line) => lines.push(line) });
  await writer.send(remove, never);
  await writer.send(remove, never);
  await writer.send(remove, never);
  expect(lines).toEqual([
    "POST /auth/v1 200 0 ms",
    "DELETE /api/cars?ln 204 0 ms",
    "DELETE /api/cars?ln 503 0 ms traceId=trace-9",
    expect.stringMatching(/^DELETE \/api\/cars\?ln failed \(the exchange with .* \(ECONNRESET\)\) 0 ms$/),
  ]);
});

it.each<[string, WriteRequest]>([
  ["a query", { ...remove, scope: "account:4711", cars: [{ licenseNumber: "BÖ=1&2", features: [] }] }],
  ["a body", add],
])("headBytes is the size of what goes over the wire before the body, with %s", async (_, write) => {
  const server = await serve(({ socket }) => socket.write(message(204)));
  const { writer } = clientOf(server.origin);
  const assumed = writer.headBytes(write);
  await writer.send(write, never);
  expect(writer.headBytes(write)).toBe(Buffer.byteLength(server.requests[0]?.head ?? "", "latin1"));
  expect(assumed - writer.headBytes(write)).toBe(2048 - "raw-token".length);
});
