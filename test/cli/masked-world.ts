import { execFileSync } from "node:child_process";
import { dayFromToday, record } from "./audit-world.ts";
import { type Place, place } from "./harness.ts";

/** Every text of the world names one of these cars: QX12300 to QX12399, in any spelling. */
const PLATE = /Q[^\p{L}\p{N}]{0,3}X[^\p{L}\p{N}]{0,3}1[^\p{L}\p{N}]{0,3}2[^\p{L}\p{N}]{0,3}3/iu;

const RECORD = record(1, "QX12320");
const UNDESIRED = {
  ...record(2, "qx-123 02"),
  costCenter: "QX12321",
  currency: { ...RECORD.currency, displayName: "qx 12322", symbol: "QX12323" },
  parking: {
    ...RECORD.parking,
    licensePlate: "qx-123 02",
    areaName: "behind QX12324",
    areaCity: "QX-12325",
    operatorName: "The operator of QX12326",
    operatorVatNumber: "QX12327",
    note: "instead of QX12328",
  },
  user: { id: "81", firstName: "QX12329", lastName: "of QX 123 30", phoneNumber: "QX12331" },
};
const USER = {
  id: "81",
  status: "CLOSED",
  cars: ["QX12302"],
  firstName: "Eve QX12332",
  lastName: "QX12333",
  email: "qx12334@example.com",
  phoneNumber: "+4670000001",
  costCenter: "QX12335",
  address: { city: "QX12336", street: "Storgatan QX12337", postalCode: "QX123 38", co: "QX12339" },
} as const;
const WORLD = {
  mode: "billing-account",
  behaviour: { rejections: [{ plates: "QX12304", error: "qx-123 40 is parked, and so is QX12341" }] },
  start: {
    fleet: ["QX12342"],
    accounts: [
      {
        baId: "4711",
        name: "The account of qx-12343",
        cars: ["QX12302", "QX12344", "QX12345", "qx 12345", "?QX 123 46?", "QX12347", "QX12304X"],
        users: [USER],
        billing: [RECORD, UNDESIRED, record(3, "moved from QX12348")],
      },
    ],
  },
} as const;
const FLEET = `version: 1
mode: billing-account
policy:
  protect: { plates: ["QX12347*"] }
  maxDeletes: { percent: 100 }
  accept:
    - { warning: two-spellings, licenseNumber: QX12345, reason: the same as QX12349 }
accounts:
  - baId: 4711
    name: Leased with QX12350
    cars:
      - { licenseNumber: QX12302, note: replaces qx-12351, validUntil: ${dayFromToday(4)} }
      - QX12304
      - "qx 123 04"
      - QX1Z304
    carsFrom:
      - { file: lists/QX12352.csv, column: plate }
    absent:
      - { licenseNumber: QX12344, reason: sold to QX12353 }
`;

/** Files with faults: every text that a message about one can repeat names a car. */
const FAULTY = {
  "wrong.yaml": FLEET.replace("policy:", "policy:\n  QX12370: 1\n  prune: QX12371").replace(
    "- QX12304",
    `- QX12304
      - QX12304
      - QX123?04
      - { licenseNumber: QX12372, QX12373: 3 }
      - { licenseNumber: QX12374, validFrom: QX12375 }
      - { licenseNumber: QX12376, validFrom: 2026-12-01, validUntil: 2026-01-01 }
      - [QX12377]`,
  ),
  "slip.yaml": "version: QX12304\nmode: global\ncars:\n  - licenseNumber QX12304\n  - -QX12305\n",
  "guarded.yaml": FLEET.replace("percent: 100", "percent: 1, always: 0"),
  "lists.yaml": "version: 1\nmode: global\ncarsFrom:\n  - { file: lists/days.csv, column: of QX12378 }\n",
  "lists/header.csv": "nr,from QX12301\nQX12302,QX12303,QX12304\n",
  "lists/no-header.csv": "QX12302,QX12303\nQX12304,QX12305\n",
  "lists/days.csv": "plate,validFrom\nQX12302,QX12303\n",
  "lists/twice.csv": "plate,note\nQX12302,a\nqx-12302,b\n",
  "lists/noted.csv": "plate,about QX12379\nQX12302,QX12303\n",
};

/** A folder under git and a server, in which every text that files, people and servers can write names a car. */
export async function world(plates: "full" | "masked" | "hashed"): Promise<Place> {
  const here = await place(WORLD, { PLATECTL_PLATES: plates, PLATECTL_PLATES_KEY: "0123456789abcdef" });
  here.write("fleet.yaml", FLEET);
  here.write("lists/QX12352.csv", "plate\nQX12354\nqx 12354\n");
  for (const [name, text] of Object.entries(FAULTY)) here.write(name, text);
  here.write("list.csv", "plate,of QX12359\nQX12355,1\n");
  const author = { GIT_AUTHOR_NAME: "QX12356", GIT_AUTHOR_EMAIL: "QX12357@example.com" };
  const env = { ...here.env, ...author, GIT_COMMITTER_NAME: "QX12358", GIT_COMMITTER_EMAIL: "a@example.com" };
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "."],
    ["commit", "-qm", "sell qx-123 59, buy QX12302"],
  ])
    execFileSync("git", args, { cwd: here.folder, env, stdio: "pipe" });
  return here;
}

/** The first line of an output that shows a plate of the world. */
export function plateIn(output: string): string | undefined {
  const plain = output.replace(/\\u([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return plain
    .split("\n")
    .find((one) => PLATE.test(one))
    ?.trim();
}
