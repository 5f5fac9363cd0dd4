import type { Command } from "commander";
import type { Runner } from "../runner.ts";
import { addServerOptions } from "../server-options.ts";
import { addList } from "./lists.ts";

/** `platectl users …`. */
export function addUsers(program: Command, run: Runner): void {
  const users = program.command("users").description("parking users of a billing account");
  addList(users.command("list").description("every parking user of an account"))
    .argument("<baId>", "billing account")
    .action((baId, options) =>
      run(async (io) => (await import("../users-command.ts")).usersListCommand(baId, options, io), options),
    );
  addList(users.command("get").description("one parking user, with cars and address"))
    .argument("<baId>", "billing account")
    .argument("<puId>", "parking user")
    .action((baId, puId, options) =>
      run(async (io) => (await import("../users-command.ts")).usersGetCommand(baId, puId, options, io), options),
    );
  addUsersCreate(users, run);
  addServerOptions(users.command("remove-car").description("take a car from a parking user"))
    .argument("<baId>", "billing account")
    .argument("<puId>", "parking user")
    .argument("<plate>", "the car, in any spelling")
    .option("--auto-approve", "do not ask")
    .action((baId, puId, plate, options) =>
      run(
        async (io) =>
          (await import("../users-remove-car-command.ts")).usersRemoveCarCommand(baId, puId, plate, options, io),
        options,
      ),
    );
}

function addUsersCreate(users: Command, run: Runner): void {
  addServerOptions(users.command("create").description("create a parking user, or those of a CSV"))
    .argument("<baId>", "billing account")
    .option("--from-csv <file>", "one user a row; columns firstName, lastName, email, phoneNumber, costCenter, …")
    .option("--first-name <text>")
    .option("--last-name <text>")
    .option("--email <address>")
    .option("--phone-number <number>", "+ and 7 to 15 digits")
    .option("--cost-center <text>")
    .option("--city <text>", "delivery address")
    .option("--street <text>", "delivery address")
    .option("--postal-code <text>", "delivery address")
    .option("--co <text>", "care-of line of the delivery address")
    .option("--auto-approve", "do not ask")
    .action((baId, options) =>
      run(async (io) => (await import("../users-create-command.ts")).usersCreateCommand(baId, options, io), options),
    );
}
