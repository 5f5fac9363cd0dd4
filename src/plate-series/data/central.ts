import type { CountrySeries } from "../country-series.ts";

// Plates of districts that are not listed, as when one is new, still fit: see "districts that are new".
const AUSTRIAN_DISTRICTS =
  "(A|AM|B|BA|BB|BD|BG|BH|BK|BL|BM|BN|BP|BR|BZ|DL|DO|E|EF|EU|FB|FE|FF|FK|FR|FV|FW|G|GB|GC|GD|GF|GK|GM|GR|GS|GU|HA|HB|HE|HF|HL|HO|I|IL|IM|JE|JO|JU|JW|K|KB|KD|KF|KG|KI|KK|KL|KO|KR|KS|KT|KU|L|LA|LB|LD|LE|LF|LI|LK|LL|LN|LZ|MA|MD|ME|MI|MT|MU|MW|MZ|N|ND|NK|O|OP|OW|P|PE|PL|PT|RA|RE|RI|RO|S|SB|SD|SE|SK|SL|SO|SP|SR|ST|SV|SW|SZ|T|TA|TD|TK|TU|UU|V|VB|VD|VI|VK|VL|VO|W|WB|WD|WE|WK|WL|WN|WO|WS|WT|WU|WY|WZ|ZE|ZT|ZW)";

/** Germany, Austria, Switzerland and Liechtenstein. */
export const CENTRAL: readonly CountrySeries[] = [
  {
    country: "DE",
    adjective: "German",
    usual: {
      // District (one to three letters, umlauts among them), one or two letters, one to four digits: eight characters at most.
      "since 1956": "[A-ZÄÖÜ]{1,3}L{1,2}[1-9]D{0,3}<=8",
      "electric (E) and historic (H)": "[A-ZÄÖÜ]{1,3}L{1,2}[1-9]D{0,3}[EH]<=9",
    },
    rare: {
      "authorities: a district and digits": "[A-ZÄÖÜ]{1,3}[1-9]D{2,5}<=8",
      "police and relief services": "(BP|THW|BW|BD|BG|LSA|MVL|BWL|BYL|SAL|BBL|NRW|RPL)D{1,7}<=9",
      army: "(Y|X)D{4,6}",
      "diplomats and consuls": "(0)D{3,6} L{1,3}9D{3,5}",
      "dealers, short-term and export": "[A-ZÄÖÜ]{1,3}0[34567]D{2,5} [A-ZÄÖÜ]{1,3}[1-9]D{0,4}L<=8",
    },
    sources: ["Wikipedia: Vehicle registration plates of Germany"],
  },
  {
    country: "AT",
    adjective: "Austrian",
    letters: "A-PR-Z",
    usual: { "since 1990": `${AUSTRIAN_DISTRICTS}[1-9]D{0,4}L{1,3}<=7` },
    rare: {
      "districts that are new": "L{1,2}[1-9]D{0,4}L{1,3}<=7",
      "of one's choice": "L{1,2}L{1,5}[1-9]D{0,4}<=7",
      "before 1990": "LD{3,6}",
      authorities: "L{1,2}D{1,6}",
      diplomats: "[BGIKNSTVW][DK]D{3,6}",
      "motorcycles and trailers with long numbers": "L{1,2}[1-9]D{2,4}L{2,3}<=8",
    },
    sources: [
      "Kraftfahrgesetz-Durchführungsverordnung 1967, § 26 (chosen plates)",
      "Wikipedia: Vehicle registration plates of Austria",
    ],
  },
  {
    country: "CH",
    adjective: "Swiss",
    usual: {
      "canton and number": "(AG|AI|AR|BE|BL|BS|FR|GE|GL|GR|JU|LU|NE|NW|OW|SG|SH|SO|SZ|TG|TI|UR|VD|VS|ZG|ZH)[1-9]D{0,5}",
    },
    rare: {
      "dealers, rental and customs":
        "(AG|AI|AR|BE|BL|BS|FR|GE|GL|GR|JU|LU|NE|NW|OW|SG|SH|SO|SZ|TG|TI|UR|VD|VS|ZG|ZH)D{1,6}[UVZ]",
      "federation, post and army": "[AP]D{1,6} (M)D{4,6}",
      diplomats: "(CD|CC|AT)L{2}D{2,6}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Switzerland"],
  },
  {
    country: "LI",
    adjective: "Liechtenstein",
    usual: { all: "(FL)[1-9]D{0,4}" },
    rare: { "dealers and customs": "(FL)D{1,5}[UVZ]" },
    sources: ["Wikipedia: Vehicle registration plates of Liechtenstein"],
  },
];
