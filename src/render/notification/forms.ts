import { SCHEMA_VERSION } from "../../schema/index.ts";
import { adaptiveCardRun, slackCode } from "../escape/chat.ts";
import type { NotificationForm } from "../format-names.ts";
import { withCommas } from "../phrases.ts";
import type { Notification, NotificationPart } from "./notification.ts";

/** The most characters of a section of Slack; the block's own marks come on top. */
const SLACK_SECTION = 2_900;

/** The body of the request to a webhook. `link` is the page of the run. */
export function notificationBody(form: NotificationForm, notification: Notification, link: string | undefined): string {
  switch (form) {
    case "slack":
      return JSON.stringify(slackMessage(notification, link));
    case "teams":
      return JSON.stringify(teamsMessage(notification, link));
    case "json":
      return JSON.stringify({
        kind: "platectl/notification",
        schemaVersion: SCHEMA_VERSION,
        ...notification,
        ...(link !== undefined && { link }),
      });
  }
}

// Block Kit. Text of others stands in code blocks only, and `verbatim` keeps Slack from making links of what looks like one.
function slackMessage({ title, target, counts, parts }: Notification, link: string | undefined): unknown {
  const sections = parts.map((part) => {
    const block = fitting([...part.lines, ...more(part)].map(slackCode), SLACK_SECTION).join("\n");
    return mrkdwn(`*${headingOf(part)}*\n\`\`\`\n${block}\n\`\`\``);
  });
  const summary = `${countsInWords(counts)}, target \`${slackCode(target)}\``;
  return {
    text: `${title}: ${countsInWords(counts)}`,
    blocks: [
      { type: "header", text: { type: "plain_text", text: title } },
      mrkdwn(summary),
      ...sections,
      ...(link === undefined ? [] : [mrkdwn(`<${slackCode(link)}|Open the run>`)]),
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

function mrkdwn(text: string): unknown {
  return { type: "section", text: { type: "mrkdwn", text, verbatim: true } };
}

// An Adaptive Card, which the webhooks of Workflows take in place of the retired message cards. Text of others stands in TextRuns
// only: the text of a TextBlock, and a fact, would be read as Markdown.
function teamsMessage({ title, target, counts, parts }: Notification, link: string | undefined): unknown {
  const heading = (text: string, size = "Medium") => ({ type: "TextBlock", text, weight: "Bolder", size, wrap: true });
  const run = (text: string) => ({
    type: "RichTextBlock",
    spacing: "None",
    inlines: [{ type: "TextRun", text: adaptiveCardRun(text), fontType: "Monospace" }],
  });
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      heading(title, "Large"),
      { type: "TextBlock", text: countsInWords(counts), wrap: true },
      run(target),
      ...parts.flatMap((part) => [heading(headingOf(part)), ...[...part.lines, ...more(part)].map(run)]),
    ],
    ...(link !== undefined && { actions: [{ type: "Action.OpenUrl", title: "Open the run", url: link }] }),
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  };
}

function headingOf({ heading, count }: NotificationPart): string {
  return `${heading} (${withCommas(count)})`;
}

function more({ lines, count }: NotificationPart): readonly string[] {
  return count > lines.length ? [`… and ${withCommas(count - lines.length)} more`] : [];
}

function countsInWords(counts: Notification["counts"]): string {
  return Object.entries(counts)
    .map(([name, count]) => `${withCommas(count)} ${name}`)
    .join(", ");
}

/** As many lines as fit, whole. */
function fitting(lines: readonly string[], most: number): readonly string[] {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += line.length + 1;
    return length > most;
  });
  return end < 0 ? lines : [...lines.slice(0, end), "…"];
}
