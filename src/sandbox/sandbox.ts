import { createServer, type Server } from "node:http";
import { z } from "zod";
import type { Mode } from "../allowlist/index.ts";
import { DataKeeper, readDataFile, SandboxError } from "./data-file.ts";
import { listBilling, listBillingAccounts, listFleet } from "./endpoints/account-endpoints.ts";
import { type Call, type Handler, isProblem, json, parseBody, problem, type SandboxAnswer } from "./endpoints/call.ts";
import {
  addAccountCars,
  addGlobalCars,
  deleteAccountCars,
  deleteGlobalCars,
  listAccountCars,
  listGlobalCars,
} from "./endpoints/car-endpoints.ts";
import { createUser, deleteUserCar, getUser, listUsers } from "./endpoints/user-endpoints.ts";
import { DEFAULT_BEHAVIOUR, type SandboxBehaviour } from "./model/behaviour.ts";
import { type SandboxData, type StartingData, sandboxDataSchema } from "./model/data.ts";
import { type ListShape, SandboxModel } from "./model/model.ts";
import { instantText } from "./model/write-cars.ts";
import { seedData } from "./seed/index.ts";
import { drawSecret, refuseClient, SANDBOX_CLIENT_ID, Tokens } from "./server/admission.ts";
import { CALM, type ChaosProfile } from "./server/chaos.ts";
import { createListener, type RecordedRequest, type RouteOf, type World } from "./server/responder.ts";

const HOST = "127.0.0.1";

// Node's own limit stays above every `maxHeadBytes` that a test may want.
const MAX_HEAD_BYTES = 256 * 1024;

// Longer than any pause of a client, so that a kept connection is not closed under its next request.
const KEEP_ALIVE_MS = 120_000;

const DEFAULT_SEED = 1;

/** How to start a sandbox; only the mode must be given. */
export interface SandboxOptions {
  readonly mode: Mode;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Everything random follows from it: starting contents, faults. 1 unless given. */
  readonly seed?: number;
  /** The contents to start with; without them, those of the seed. A data file that exists goes before both. */
  readonly start?: StartingData;
  /** A file that keeps the contents across restarts. */
  readonly data?: string;
  readonly chaos?: ChaosProfile;
  readonly behaviour?: Partial<SandboxBehaviour>;
  /** Wall clock for tokens, dates and replica lag: milliseconds since the epoch. */
  readonly clock?: { now(): number };
  /** Gets a line per request, and failures to save. */
  readonly log?: (line: string) => void;
}

/** A running sandbox. */
export interface Sandbox {
  /** `http://127.0.0.1:PORT`: base, auth and partner address in one. */
  readonly url: string;
  readonly mode: Mode;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly model: SandboxModel;
  /** The latest requests, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Changes how the server behaves from the next request on. */
  behave(change: Partial<Omit<SandboxBehaviour, keyof ListShape>>): void;
  /** Ends every connection, saves and stops. Throws a `SandboxError` when saving fails. */
  close(): Promise<void>;
}

/** Starts a server of the whole interface on loopback. Throws a `SandboxError` for a taken port or a broken data file. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const seed = options.seed ?? DEFAULT_SEED;
  const behaviour = { ...DEFAULT_BEHAVIOUR, ...options.behaviour };
  const model = new SandboxModel(options.mode, behaviour, await contents(options, seed));
  const { chaos = CALM, clock = Date, log = () => undefined } = options;
  const clientSecret = drawSecret();
  const now = () => clock.now();
  const world: World = { model, seed, behaviour, clientSecret, chaos, requests: [], requestCount: 0, now, log };
  const tuning = { maxHeaderSize: MAX_HEAD_BYTES, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer(tuning, createListener(world, routesOf(world)));
  const port = await listen(server, options.port ?? 0);
  const keeper = options.data === undefined ? undefined : new DataKeeper(options.data, model, world.log);
  const sandbox = facade(world, server, keeper, `http://${HOST}:${port}`);
  // A file that cannot be written is found out now, not after an hour of trying things.
  await keeper?.save().catch(async (error: unknown) => {
    await sandbox.close().catch(() => undefined);
    throw error;
  });
  return sandbox;
}

async function contents({ data, start, clock = Date }: SandboxOptions, seed: number): Promise<SandboxData> {
  const kept = data === undefined ? undefined : await readDataFile(data);
  return kept ?? (start === undefined ? seedData(seed, clock.now()) : sandboxDataSchema.parse(start));
}

function facade(world: World, server: Server, keeper: DataKeeper | undefined, url: string): Sandbox {
  let closed: Promise<void> | undefined;
  return {
    url,
    mode: world.model.mode,
    clientId: SANDBOX_CLIENT_ID,
    clientSecret: world.clientSecret,
    model: world.model,
    requests: world.requests,
    behave: (change) => {
      world.behaviour = { ...world.behaviour, ...change };
    },
    close: () => {
      closed ??= stop(server).then(() => keeper?.stop());
      return closed;
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "another program listens there" : error.message;
      reject(
        new SandboxError(`cannot listen on port ${port}: ${why}. Choose another with --port, or 0 for any free one.`),
      );
    });
    server.listen(port, HOST, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The endpoints of a path by method; what its groups match are the account and the parking user. */
type Endpoint = readonly [path: RegExp, methods: Readonly<Record<string, Handler>>];

const ACCOUNT = "^/api/billing-accounts/([^/]+)";

/** Every endpoint that needs a token. */
const ENDPOINTS: readonly Endpoint[] = [
  [/^\/api\/cars$/, { GET: listGlobalCars, POST: addGlobalCars, DELETE: deleteGlobalCars }],
  [/^\/api\/billing-accounts$/, { GET: listBillingAccounts }],
  [new RegExp(`${ACCOUNT}/cars$`), { GET: listAccountCars, POST: addAccountCars, DELETE: deleteAccountCars }],
  [new RegExp(`${ACCOUNT}/parking-users$`), { GET: listUsers, POST: createUser }],
  [new RegExp(`${ACCOUNT}/parking-users/([^/]+)$`), { GET: getUser }],
  [new RegExp(`${ACCOUNT}/parking-users/([^/]+)/cars$`), { DELETE: deleteUserCar }],
  [new RegExp(`${ACCOUNT}/billing-info-records$`), { GET: listBilling }],
  [/^\/fleets\/default\/cars$/, { GET: listFleet }],
];

/** The whole interface: every endpoint, 405 for other methods, 404 for other paths. */
function routesOf(world: World): RouteOf {
  const tokens = new Tokens();
  const open: Endpoint = [/^\/auth\/v1$/, { POST: (call) => login(world, tokens, call) }];
  return ({ method = "", headers: { authorization } }, path) => {
    for (const [pattern, methods] of [open, ...ENDPOINTS]) {
      const [whole, baId = "", puId = ""] = pattern.exec(path) ?? [];
      if (whole === undefined) continue;
      const handle = methods[method];
      const Allow = Object.keys(methods).join(", ");
      const produce: Handler = (call) => {
        if (!handle) return problem(405, `Allowed here: ${Allow}`, { Allow });
        if (pattern === open[0]) return handle(call);
        return refuseClient(tokens.check(authorization, call.now), path, call.behaviour) ?? handle(call);
      };
      return { ids: { baId, puId }, produce };
    }
    return { ids: { baId: "", puId: "" }, produce: () => problem(404, "There is no such endpoint") };
  };
}

const loginBody = z.object({ clientId: z.string(), clientSecret: z.string() });

function login(world: World, tokens: Tokens, call: Call): SandboxAnswer {
  const body = parseBody(call, loginBody);
  if (isProblem(body)) return body;
  if (body.clientId !== SANDBOX_CLIENT_ID || body.clientSecret !== world.clientSecret) {
    return problem(401, "clientId or clientSecret is wrong");
  }
  const { idToken, expiresAt } = tokens.issue(call.now, call.behaviour.tokenLifetime, call.request);
  return json(JSON.stringify({ idToken, validUntilDate: instantText(expiresAt) }));
}
