import { type Context, Hono } from "hono";
import { z } from "zod";
import { listBilling, listBillingAccounts, listFleet } from "../endpoints/account-endpoints.ts";
import { type Answer, json, problem } from "../endpoints/answer.ts";
import { type Call, type Handler, isProblem, parseBody } from "../endpoints/call.ts";
import {
  addAccountCars,
  addGlobalCars,
  deleteAccountCars,
  deleteGlobalCars,
  listAccountCars,
  listGlobalCars,
} from "../endpoints/car-endpoints.ts";
import { createUser, deleteUserCar, getUser, listUsers } from "../endpoints/user-endpoints.ts";
import { instantText } from "../model/write-cars.ts";
import { refuseClient, SANDBOX_CLIENT_ID, Tokens } from "./admission.ts";
import { createResponder, type Env, type World } from "./responder.ts";

const loginBody = z.object({ clientId: z.string(), clientSecret: z.string() });

/** The whole interface over HTTP: every endpoint, 405 for other methods, 404 for other paths. */
export function createApp(world: World): Hono<Env> {
  const app = new Hono<Env>();
  const tokens = new Tokens();
  const respond = createResponder(world);
  app.post("/auth/v1", (c) => respond(c, (call) => login(world, tokens, call)));
  app.all("/auth/v1", (c) => respond(c, () => wrongMethod(["POST"])));
  for (const { path, methods } of ENDPOINTS) {
    for (const [method, handle] of Object.entries(methods)) {
      app.on(method, path, (c) => respond(c, (call) => withToken(c, tokens, call, handle)));
    }
    app.all(path, (c) => respond(c, () => wrongMethod(Object.keys(methods))));
  }
  app.onError((error, c) => {
    world.log(`a defect in the sandbox: ${error.message}`);
    return c.text("The sandbox failed; this is a defect in platectl", 500);
  });
  app.notFound((c) => respond(c, () => problem(404, "There is no such endpoint")));
  return app;
}

async function login(world: World, tokens: Tokens, call: Call): Promise<Answer> {
  const body = parseBody(call, loginBody);
  if (isProblem(body)) return body;
  if (body.clientId !== SANDBOX_CLIENT_ID || body.clientSecret !== world.clientSecret) {
    return problem(401, "clientId or clientSecret is wrong");
  }
  const { idToken, expiresAt } = await tokens.issue(call.now, call.behaviour.tokenLifetime, call.request);
  return json(JSON.stringify({ idToken, validUntilDate: instantText(expiresAt) }));
}

async function withToken(c: Context<Env>, tokens: Tokens, call: Call, handle: Handler): Promise<Answer> {
  const verdict = await tokens.check(c.env.incoming.headers.authorization, call.now);
  return refuseClient(verdict, c.req.path, call.behaviour) ?? handle(call);
}

function wrongMethod(allowed: readonly string[]): Answer {
  return problem(405, `Allowed here: ${allowed.join(", ")}`, { Allow: allowed.join(", ") });
}

/** The endpoints of one path, by method. */
export interface Endpoint {
  /** In the router's notation: `:name` is a path parameter. */
  readonly path: string;
  readonly methods: Readonly<Record<string, Handler>>;
}

/** Every endpoint that needs a token. */
export const ENDPOINTS: readonly Endpoint[] = [
  { path: "/api/cars", methods: { GET: listGlobalCars, POST: addGlobalCars, DELETE: deleteGlobalCars } },
  { path: "/api/billing-accounts", methods: { GET: listBillingAccounts } },
  {
    path: "/api/billing-accounts/:baId/cars",
    methods: { GET: listAccountCars, POST: addAccountCars, DELETE: deleteAccountCars },
  },
  { path: "/api/billing-accounts/:baId/parking-users", methods: { GET: listUsers, POST: createUser } },
  { path: "/api/billing-accounts/:baId/parking-users/:puId", methods: { GET: getUser } },
  { path: "/api/billing-accounts/:baId/parking-users/:puId/cars", methods: { DELETE: deleteUserCar } },
  { path: "/api/billing-accounts/:baId/billing-info-records", methods: { GET: listBilling } },
  { path: "/fleets/default/cars", methods: { GET: listFleet } },
];
