import { type Command, Option } from "commander";
import type { Runner } from "../runner.ts";
import { addServerOptions, collectAccounts } from "../server-options.ts";

/** `platectl accounts …`. */
export function addAccounts(program: Command, run: Runner): void {
  const accounts = program.command("accounts").description("billing accounts");
  addList(accounts.command("list").description("every billing account that the credentials may see")).action(
    (options) => run(async (io) => (await import("../accounts-command.ts")).accountsListCommand(options, io), options),
  );
}

/** `platectl cars …`. */
export function addCars(program: Command, run: Runner): void {
  const cars = program.command("cars").description("cars on the live lists");
  addList(cars.command("list").description("the cars of the global list, or of billing accounts"))
    .option("--account <baId>", "the list of this billing account; may repeat", collectAccounts)
    .action((options) => run(async (io) => (await import("../cars-command.ts")).carsListCommand(options, io), options));
}

/** `platectl fleet …`. */
export function addFleet(program: Command, run: Runner): void {
  const fleet = program.command("fleet").description("cars that use the fleet");
  addList(fleet.command("list").description("the cars that use the fleet right now")).action((options) =>
    run(async (io) => (await import("../fleet-command.ts")).fleetListCommand(options, io), options),
  );
}

/** `platectl billing …`. */
export function addBilling(program: Command, run: Runner): void {
  const billing = program.command("billing").description("billing records");
  addList(billing.command("list").description("the billing records of an account, and what they come to by currency"))
    .argument("<baId>", "billing account")
    .option("--from <day>", "first day, YYYY-MM-DD")
    .option("--to <day>", "last day, YYYY-MM-DD")
    .addOption(new Option("--ndjson", "one JSON object a line, as they come").conflicts(["csv", "json"]))
    .action((baId, options) =>
      run(async (io) => (await import("../billing-command.ts")).billingListCommand(baId, options, io), options),
    );
}

/** Options of every command that prints rows. */
export function addList(command: Command): Command {
  return addServerOptions(command).addOption(new Option("--csv", "print CSV").conflicts("json"));
}
