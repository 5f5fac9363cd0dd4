import { AUDIT_RULE_TABLE, type AuditRuleId, sumsInWords } from "../../allowlist/index.ts";
import type { OperatorClaims, RuleClaims } from "../../audit/index.ts";
import { markdownCode } from "../escape/markdown.ts";
import { tableOpen, tableRow } from "../text/markdown-page.ts";
import { counted } from "../text/phrases.ts";

/** What all letters say. */
export interface LetterFacts {
  /** Name of the file of claims. */
  readonly file: string;
  /** Days of the billing records, YYYY-MM-DD, in this time zone. */
  readonly range: { readonly from: string; readonly to: string; readonly timeZone: string };
  /** When the records were read, UTC. */
  readonly readAt: string;
  /** Whether some records could not be read or judged. */
  readonly isIncomplete: boolean;
  /** How many plates are not claimed, because nothing says when they left. */
  readonly leftUnknown: number;
}

/** What is said to an operator in place of the rule's explanation. */
const WHY: Partial<Record<AuditRuleId, string>> = {
  "billed-not-desired":
    "By our records the car had left our fleet, or was not to park at our cost, on the day of the parking.",
  "billed-twice": "Two records of one car have the same times, place and amount, or the same id.",
  "billed-sum-wrong": "The amount is not the amount without VAT and the VAT together.",
};

const ASKED = { refund: "The amount back", correction: "A corrected record" } as const;

/** A letter for each operator, with what the sender should know first, as Markdown. */
export function claimLetters(operators: readonly OperatorClaims[], facts: LetterFacts): string {
  // Below the header.
  let line = 2;
  const letters = operators.map((operator) => {
    const first = line;
    line += operator.claims.length;
    return letter(operator, first, facts);
  });
  return [noteToSender(operators, facts), ...letters].join("\n---\n\n");
}

function noteToSender(
  operators: readonly OperatorClaims[],
  { file, range, leftUnknown, isIncomplete }: LetterFacts,
): string {
  const records = operators.reduce((sum, { claims }) => sum + claims.length, 0);
  const lines = [
    `# Claims of ${range.from} to ${range.to}`,
    records === 0
      ? `Nothing is claimed. ${markdownCode(file)} has no rows.`
      : `${counted(records, "record")} in ${markdownCode(file)}, and ${counted(operators.length, "letter")} below, one for each operator. Read each letter before you send it: nobody has checked the claims by hand. Send with it only the rows of that operator: the others name cars and amounts of others.`,
    ...(leftUnknown > 0
      ? [
          `**Not claimed:** ${counted(leftUnknown, "plate")} of the rule billed-not-desired, because nothing says when the car left. The audit names them; find out first whose they are.`,
        ]
      : []),
    ...(isIncomplete
      ? ["**Incomplete:** some records could not be read or judged. The audit names them; there may be more to claim."]
      : []),
  ];
  return `${lines.join("\n\n")}\n`;
}

/** `firstLine`: the line of the file on which the operator's first row stands. */
function letter(operator: OperatorClaims, firstLine: number, facts: LetterFacts): string {
  const { range, readAt } = facts;
  const { operatorName, operatorVatNumber, accounts, claims, refunds } = operator;
  const name = operatorName.trim() === "" ? "the operator that the records do not name" : markdownCode(operatorName);
  const vat = operatorVatNumber.trim() === "" ? "" : `VAT number ${markdownCode(operatorVatNumber)}.\n\n`;
  const accountWord = accounts.length === 1 ? "account" : "accounts";
  const them = claims.length === 1 ? "it" : "them";
  const back =
    refunds.length === 0
      ? `We ask you to look into ${them}.`
      : `We ask you to look into ${them}, and to pay back ${markdownCode(sumsInWords(refunds))}, VAT included, as far as you agree.`;
  const table = `${tableOpen(["We ask for", "Reason", "Records:", "Amount"])}${operator.rules.map(ruleRow).join("")}`;
  return `## To ${name}

${vat}Dear Sir or Madam,

we have compared your billing records of ${range.from} to ${range.to} for our ${accountWord} ${accounts.join(", ")} with our list of cars, and found ${counted(claims.length, "record")}${daysInWords(operator)} that we believe should not have been billed like this. ${back}

${table}
${operator.rules.some(({ kind }) => kind === "correction") ? "Of records to be corrected the table gives the amount as billed, which we do not ask back as a whole.\n\n" : ""}**How this can be checked.** Each row has the ids of your record (\`infoId\`, \`infoRecordId\`), its times in the time zone ${markdownCode(range.timeZone)}, plate, place and amounts. The column \`evidence\` says what each claim rests on: the entry of our journal with which the car was taken off the list, and whether the list was read back without it, the commit of our list, or the other record. We can show these on request. Your rows are ${linesInWords(firstLine, claims.length)} of the file.

**What we do not know.** Who drove the car, and who started the parking. Whether an amount has been paid back outside of the records that we read on ${readAt.slice(0, 10)}, or what your terms say about refunds. If we are mistaken in a record, or your terms exclude it, please tell us which and why.

Yours faithfully
`;
}

function ruleRow({ rule, kind, records, amounts }: RuleClaims): string {
  const why = WHY[rule] ?? AUDIT_RULE_TABLE[rule].explanation;
  return tableRow([ASKED[kind], why, String(records), markdownCode(sumsInWords(amounts))]);
}

function linesInWords(first: number, count: number): string {
  return count === 1 ? `line ${first}` : `lines ${first} to ${first + count - 1}`;
}

function daysInWords({ firstDay, lastDay }: OperatorClaims): string {
  if (firstDay === "") return "";
  return firstDay === lastDay ? `, of ${firstDay},` : `, from ${firstDay} to ${lastDay},`;
}
