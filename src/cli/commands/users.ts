import type { Command } from "commander";
import type { Runner } from "../runner.ts";
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
}
