import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadFleet, parseFleet } from "../../src/schema/index.ts";
import { cases } from "../properties.ts";
import { diagnosticsOf, folderWith, GLOBAL } from "./fleet-text.ts";

const SECRET = "c2VjcmV0LXRva2VuLW9mLWEtY2hlY2tvdXQtMTIzNDU2";
const LONGEST_REPEATED = 20;

/** Whether words repeat more of the secret than a plate is long. */
function repeatsSecret(words: string): boolean {
  for (let at = 0; at + LONGEST_REPEATED < SECRET.length; at += 1) {
    if (words.includes(SECRET.slice(at, at + LONGEST_REPEATED + 1))) return true;
  }
  return false;
}

const FILES = [
  `[http "https://host/"]\n\textraheader = AUTHORIZATION: basic ${SECRET}\n[remote "origin"]\n\turl = https://user:${SECRET}@host/\n`,
  `machine host login me password ${SECRET}\n`,
  `-----BEGIN PRIVATE KEY-----\n${SECRET}\n${SECRET}\n-----END PRIVATE KEY-----\n`,
  `//registry/:_authToken=${SECRET}\n`,
  `{"auths": {"host": {"auth": "${SECRET}"}}}\n`,
  `${SECRET}: x\nversion: ${SECRET}\nmode: ${SECRET}\ntimeZone: "${SECRET}"\n`,
  `${GLOBAL}cars: [${SECRET}, {${SECRET}: 1}, {licenseNumber: AB1, features: [${SECRET}]}, {licenseNumber: AB1}]\n`,
  `${GLOBAL}cars: [AB1]\n${SECRET}:\n${SECRET}:\n`,
  `${GLOBAL}cars: [&${SECRET} AB1, *${SECRET}, !${SECRET} AB2, !<${SECRET}> AB3]\n`,
  `${GLOBAL}cars:\n  - |${SECRET}\n  - "${SECRET}\\q${SECRET}"\n  - '${SECRET}\n`,
  `%${SECRET} 1\n---\n${GLOBAL}cars: []\n`,
  `${GLOBAL}cars: []\npolicy: { acknowledge: [{ scope: ${SECRET}, until: ${SECRET} }], protect: { plates: ["${SECRET}"] } }\n`,
  `plate,${SECRET};x\n${SECRET}\n"${SECRET}"${SECRET}\n`,
];

describe("S2, S24: messages repeat no more of a file than a plate is long", () => {
  it.each(FILES)(
    "a message repeats no more of file %# than a plate is long, as a fleet file and as lists",
    async (text) => {
      const lists = "carsFrom: [{ file: a.txt }, { file: b.csv, column: plate }]";
      const cwd = folderWith({
        "fleet.yaml": `${GLOBAL}${lists}\n`,
        "a.txt": text,
        "b.csv": text,
        "secret.yaml": text,
      });
      for (const path of ["secret.yaml", "fleet.yaml"]) {
        const words = JSON.stringify(diagnosticsOf(await loadFleet([path], { cwd })));
        expect(repeatsSecret(words), words).toBe(false);
      }
    },
  );

  it("a message repeats no secret-like text, wherever it stands and whatever is around it", () => {
    const piece = fc.constantFrom(
      ...`- |, |: |: "|"|'|[|]|{|}|&|*|!|!<|>|\n|\n  |\n    - |? |% |# |--- |\\|@|AB12|cars:|licenseNumber: |features: |note: `.split(
        "|",
      ),
      "|",
      SECRET,
      SECRET,
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const head of ["", `${GLOBAL}cars:\n  - AB1\n  - `, `${GLOBAL}cars: [`]) {
          const words = JSON.stringify(diagnosticsOf(parseFleet(`${head}${pieces.join("")}\n`, "fleet.yaml")));
          expect(repeatsSecret(words), words).toBe(false);
        }
      }),
      { numRuns: cases(3000) },
    );
  });
});
