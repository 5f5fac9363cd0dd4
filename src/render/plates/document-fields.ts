/** Fields, and columns of tables, that hold a plate and nothing else. */
const PLATE_FIELDS = new Set(["licenseNumber", "licensePlate", "plateKey", "spelling", "leftBehind", "skip"]);

/** Fields that no plate can stand in, though one may look the same: an account's id, an amount, a day. */
const PLAIN_FIELDS = new Set([
  ...["kind", "scope", "desiredIn", "account", "baId", "puId", "id", "infoId", "infoRecordId", "userId", "parkingUser"],
  ...[
    "action",
    "outcome",
    "severity",
    "rule",
    "code",
    "change",
    "commit",
    "noCommit",
    "traceId",
    "fingerprint",
    "baseUrl",
    "version",
  ],
  ...["at", "createdAt", "startedAt", "finishedAt", "createdDate", "startDate", "endDate", "from", "to", "until"],
  ...[
    "day",
    "firstDay",
    "lastDay",
    "validUntil",
    "removedOn",
    "timeZone",
    "currencyCode",
    "vat",
    "areaNumber",
    "countryCode",
  ],
  ...["amountIncludingVat", "amountExcludingVat", "including VAT", "features", "target", "phoneNumber", "postalCode"],
]);

/** Fields that are made from plates without a key, so that a short list could be found by trying. */
const DIGEST_FIELDS = new Set(["digest", "planDigest", "sha256", "integrity", "findingId"]);

/** Fields that a server wrote. */
const FOREIGN_FIELDS = new Set(["error", "name", "note", "found", "reason"]);

/** What is written in place of a digest. */
export const NO_DIGEST = "masked";

/** What a field of this name holds. */
export function holdsOf(field: string): "plate" | "plain" | "digest" | "foreign" | "text" {
  if (PLATE_FIELDS.has(field)) return "plate";
  if (DIGEST_FIELDS.has(field)) return "digest";
  if (FOREIGN_FIELDS.has(field)) return "foreign";
  return PLAIN_FIELDS.has(field) ? "plain" : "text";
}
