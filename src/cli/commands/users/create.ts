import { formatSource } from "../../../allowlist/index.ts";
import { EXIT, nextStepAfter } from "../../../exit-code.ts";
import { jsonText, type TableColumn, tableText } from "../../../render/index.ts";
import { SCHEMA_VERSION } from "../../../schema/index.ts";
import { type CreatedUser, createUsers } from "../../../users/index.ts";
import type { usersCreateSpec } from "../../definitions/server.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { requireTerminal, requireYes } from "../../process/confirm.ts";
import type { Io } from "../../process/io.ts";
import { prepareServer, withApi } from "../../run/session.ts";
import { usersToCreate } from "./users-to-create.ts";

const OUTCOMES = ["created", "exists", "rejected", "unknown", "not-sent"] as const;

const COLUMNS: readonly TableColumn<CreatedUser>[] = [
  { name: "outcome", value: ({ outcome }) => outcome },
  { name: "id", value: ({ id }) => id ?? "" },
  { name: "email", value: ({ user }) => user.email },
  { name: "phoneNumber", value: ({ user }) => user.phoneNumber },
  { name: "status", value: ({ status }) => status ?? "" },
  { name: "source", value: ({ source }) => (source ? formatSource(source) : "") },
  // Includes the traceId where the server sent one.
  { name: "error", value: ({ error }) => error ?? "" },
];

/** `platectl users create`: creates one parking user, or those of a CSV (interface 4.3); every row has its outcome. */
export async function usersCreateCommand(options: InputOf<typeof usersCreateSpec>, io: Io): Promise<number> {
  const { baId } = options;
  requireTerminal(options, io);
  const wanted = await usersToCreate(options);
  const server = await prepareServer(options, io, "refuse");
  return withApi(server, options, io, async ({ stop, interrupted, ...api }) => {
    const many = wanted.length === 1 ? (wanted[0]?.user.email ?? "") : `${wanted.length} parking users`;
    await requireYes(options, `Create ${many} in account ${baId} at ${server.connection.baseUrl.href}?`, stop);
    const results = await createUsers(api, baId, wanted, stop);
    const exitCode = interrupted() ?? exitCodeOf(results);
    await io.result(
      options.json
        ? jsonText(io.documentPlates.document(resultDocument(baId, results, exitCode)))
        : resultText(results, exitCode, io),
    );
    return exitCode;
  });
}

function exitCodeOf(results: readonly CreatedUser[]): number {
  if (results.some(({ outcome }) => outcome === "unknown")) return EXIT.unknown;
  return results.some(({ outcome }) => outcome === "rejected" || outcome === "not-sent") ? EXIT.partial : EXIT.ok;
}

function countOf(results: readonly CreatedUser[], outcome: CreatedUser["outcome"]): number {
  return results.filter((result) => result.outcome === outcome).length;
}

function resultText(results: readonly CreatedUser[], exitCode: number, io: Io): string {
  const counts = OUTCOMES.map((outcome) => `${countOf(results, outcome)} ${outcome}`).join(", ");
  const advice = exitCode === EXIT.unknown ? `${nextStepAfter(exitCode).replace("cars", "users")}\n` : "";
  return `${tableText(io.plates.columns(COLUMNS), results, io.resultStyle)}\nResult: ${counts}.\n${advice}`;
}

function resultDocument(baId: string, results: readonly CreatedUser[], exitCode: number) {
  return {
    kind: "platectl/users-created",
    schemaVersion: SCHEMA_VERSION,
    account: baId,
    results: results.map(({ user, source, ...rest }) => ({
      email: user.email,
      phoneNumber: user.phoneNumber,
      ...(source && { source: formatSource(source) }),
      ...rest,
    })),
    counts: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, countOf(results, outcome)])),
    exitCode,
    complete: true,
  };
}
