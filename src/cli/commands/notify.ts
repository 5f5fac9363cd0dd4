import { EXIT } from "../../exit-code.ts";
import {
  notificationBody,
  notificationOf,
  shownAudit,
  shownPlan,
  shownReport,
  terminalText,
} from "../../render/index.ts";
import { ciRun } from "../ci-systems.ts";
import type { notifySpec } from "../definitions/reconcile.ts";
import type { InputOf } from "../definitions/spec.ts";
import { readWebhook } from "../environment.ts";
import { type OwnDocument, readOwnDocument } from "../input/own-document.ts";
import type { Io } from "../io.ts";
import { sendToWebhook } from "../output/send-to-webhook.ts";
import { environment } from "../process-info.ts";

/** `platectl notify`: tells one webhook what a document says. Silent when nothing changed. */
export async function notifyCommand(
  { document: path, form, print, quiet, verbose }: InputOf<typeof notifySpec>,
  io: Io,
): Promise<number> {
  const notification = notificationOf(shown(await readOwnDocument(path), io));
  const say = (text: string) => (quiet ? undefined : io.message(`${terminalText(text)}\n`));
  if (!notification) {
    say(`${path}: nothing changed, so nothing was sent.`);
    return EXIT.ok;
  }
  const body = notificationBody(form, notification, ciRun(environment()).url);
  if (print) {
    await io.result(`${body}\n`);
    return EXIT.ok;
  }
  await sendToWebhook(body, readWebhook(environment()), verbose ? (line) => io.message(`${line}\n`) : () => undefined);
  say(`${path}: the webhook was told: ${notification.title}.`);
  return EXIT.ok;
}

function shown(document: OwnDocument, { plates }: Io): OwnDocument {
  switch (document.kind) {
    case "platectl/plan":
      return shownPlan(document, plates);
    case "platectl/report":
      return shownReport(document, plates);
    case "platectl/audit":
      return shownAudit(document, plates);
  }
}
