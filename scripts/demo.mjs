// Shows what platectl does, with the real program against a sandbox of the interface on this machine. Fails when the
// program ends otherwise than the story says.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { behindGate, chapter, cli, edit, folder, killAtSecondWrite, say, startSandbox, tell } from "./demo-kit.mjs";

const UNREADABLE = `version: 1
mode: billing-account
accounts:
  - baId: 4711
    cars: [CARS]
policy:
  maxAdds: { always: 5 }
`;
const INTERFACE = `interface:
  accountList: false
  failures: { alreadyListed: ["License number is already on the list"], notListed: ["License number is not on the list"] }
`;

await tell(globalStory, accountStory, unreadableStory);
say("That was the whole loop. Next: docs/start.md for the list you have, README.md for your own fleet.");

async function globalStory() {
  const server = await startSandbox(readFileSync(join(folder, "sandbox.json")), "--mode", "global");
  const platectl = cli(server, "global.jsonl");
  chapter("Global mode: one list for all customers");

  say("A fleet file is checked before anything is contacted.");
  await platectl(0, "validate");

  say("The plan reads the live list and shows what apply would do. RET4401 and RET4402 were returned and still cost");
  say("money; MNO456 was once typed with a zero; a car that customer care added, and a protected one, are left alone.");
  await platectl(0, "plan");

  say(
    "Apply adds first, deletes one car alone to see that just that one goes, then the rest, and reads the list back.",
  );
  await platectl(0, "apply", "--auto-approve", "--quiet");

  say("Now the list is what the file says. In CI, --exit-code tells a pipeline: 0 is nothing to do.");
  await platectl(0, "plan", "--exit-code");

  say("Someone changes the list behind our back …");
  await server.change("POST", "/api/cars", [{ licenseNumber: "STRANGER", features: [] }]);
  await server.change("DELETE", "/api/cars?ln=PO10001");
  say("… and the next plan shows the drift: 2 is changes.");
  await platectl(2, "plan", "--exit-code");

  say("A server may refuse single cars (207). Each is reported by name, the others are done, and 9 is partial.");
  edit(
    "fleet.yaml",
    "  - AB12345 # Denmark",
    "  - AB12345 # Denmark\n  - REJECT1 # the sandbox refuses plates that begin so",
  );
  await platectl(9, "apply", "--auto-approve", "--quiet");

  say("A file that lost most of its cars does not empty the list: guards stop it, and nothing is sent (4).");
  writeFileSync(join(folder, "fleet.yaml"), "version: 1\nmode: global\ncars:\n  - AB12345\n  - CD23456\n");
  await platectl(4, "apply", "--auto-approve", "--quiet");
  await server.stop();
}

async function accountStory() {
  const server = await startSandbox(readFileSync(join(folder, "sandbox.json")), "--mode", "billing-account");
  const platectl = cli(server, "accounts.jsonl");
  chapter("Billing-account mode: a list for each customer");

  await platectl(0, "validate", "-f", "accounts.yaml");

  say("OLD4711 stays: this file prunes only cars that platectl itself has put on a list.");
  await platectl(0, "plan", "-f", "accounts.yaml");
  await platectl(0, "apply", "-f", "accounts.yaml", "--auto-approve", "--quiet");
  await platectl(0, "plan", "-f", "accounts.yaml", "--exit-code");

  say("A car disappears from one account; only that account is planned.");
  await server.change("DELETE", "/api/billing-accounts/4711/cars?licenseNumbers=EF34567");
  await platectl(2, "plan", "-f", "accounts.yaml", "--exit-code", "--account", "4711");

  say("A review can approve a plan document. Apply does that much and no more, and reports every car.");
  edit("accounts.yaml", "      - CD23456", "      - CD23456\n      - REJECT2 # the sandbox refuses it");
  await platectl(0, "plan", "-f", "accounts.yaml", "--plan-file", "plan.json", "--quiet");
  await platectl(9, "apply", "-f", "accounts.yaml", "plan.json", "--report", "report.json", "--quiet");
  await server.stop();
}

async function unreadableStory() {
  const cars = ["AB12345", "CD23456", "EF34567", "GH45678", "KT7701", "RET4401", "RET4402"];
  const accounts = [{ baId: "4711", name: "Acme Denmark", cars }];
  const contents = JSON.stringify({ kind: "platectl/sandbox-data", version: 1, accounts });
  const server = await behindGate(await startSandbox(contents, "--mode", "billing-account", "--as-documented"));
  const platectl = cli(server, "unreadable.jsonl");
  const file = join(folder, "unreadable.yaml");
  const of = ["-f", "unreadable.yaml"];
  chapter("A list that holds cars already, and that the server does not show");

  writeFileSync(file, UNREADABLE.replace("CARS", cars.join(", ")));
  say(
    "How does this server answer? doctor adds and deletes a plate that no car has, and prints what to write in the file.",
  );
  await platectl(0, "doctor", "--account", "4711", "--write", "DOCTOR1", "--auto-approve", "--quiet");
  writeFileSync(file, `${readFileSync(file, "utf8")}${INTERFACE}`);

  say("Nobody has said yet what the list holds. The plan says so, and names the command that does.");
  await platectl(0, "plan", ...of);
  say(
    "Apply does not send seven adds on a guess: the guard on adds stops it (4). This file lets 5 pass, where 50 is usual.",
  );
  await platectl(4, "apply", ...of, "--auto-approve", "--quiet");
  say("The fleet file is what customers were told. So these cars are listed, and no others:");
  await platectl(0, "state", "adopt", ...of, "--auto-approve");
  await platectl(0, "apply", ...of, "--auto-approve", "--quiet");

  say(
    "RET4401 is returned, and two cars come. The run is killed when its adds are answered and the removal is on its way …",
  );
  edit("unreadable.yaml", "RET4401", "NEW2001, NEW2002");
  await killAtSecondWrite(server, "unreadable.jsonl", "apply", ...of, "--auto-approve", "--quiet");
  say("… and the next run does what is missing. What is in doubt is sent again until the server has answered.");
  await platectl(0, "apply", ...of, "--auto-approve", "--quiet");
  await platectl(0, "plan", ...of, "--exit-code", "--quiet");

  say("The state is lost, and RET4402 is returned. Nothing but the state knew that it is listed:");
  copyFileSync(file, join(folder, "applied.yaml"));
  rmSync(join(folder, "unreadable.jsonl"));
  edit("unreadable.yaml", ", RET4402", "");
  await platectl(0, "plan", ...of, "--quiet");
  say("The file as it was last applied, from the repository's history, tells what the list holds.");
  await platectl(0, "state", "adopt", ...of, "--from", "applied.yaml", "--auto-approve");
  await platectl(0, "plan", ...of, "--quiet");
  await platectl(0, "apply", ...of, "--auto-approve", "--quiet");

  const listed = (await server.stop("4711")).join(" ");
  say(`What the server really holds now: ${listed}`);
  if (listed !== "AB12345 CD23456 EF34567 GH45678 KT7701 NEW2001 NEW2002") throw new Error(`the list holds ${listed}`);
}
