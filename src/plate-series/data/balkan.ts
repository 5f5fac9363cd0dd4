import type { CountrySeries } from "../country-series.ts";

const CROATIAN_CODES =
  "(BJ|BM|ČK|CK|DA|DE|DJ|DU|GS|IM|KA|KC|KR|KT|KŽ|KZ|MA|NA|NG|OG|OS|PU|PS|PŽ|PZ|RI|SB|SK|SL|ST|ŠI|SI|VK|VT|VU|VŽ|VZ|ZD|ZG|ŽU|ZU)";
const SLOVENIAN_CODES = "(CE|GO|KK|KP|KR|LJ|MB|MS|NM|PO|SG)";

const SERBIAN_DISTRICTS =
  "(AC|AL|AR|BB|BG|BO|BP|BT|BU|BĆ|CA|CU|DE|DJ|DK|GL|GM|GO|IC|IN|JA|KA|KC|KG|KI|KL|KM|KO|KS|KU|KV|KŠ|LA|LB|LE|LO|LU|NG|NI|NP|NS|NV|PA|PB|PE|PI|PK|PN|PO|PP|PR|PT|PZ|RA|RU|SA|SC|SD|SI|SJ|SM|SO|SP|ST|SU|SV|TO|TS|TT|TU|UB|UE|UR|VA|VB|VL|VP|VR|VS|VŠ|ZA|ZR|ĆU|ČA|ĐA|ĐK|ŠA|ŠI|ŠP|ŽA|ŽG)";

const MONTENEGRIN_DISTRICTS = "(AN|BA|BD|BP|BR|CT|DG|GS|HN|KL|KO|MK|NK|PG|PL|PT|PV|PZ|PŽ|RO|SN|ŠN|TV|TZ|UL|ZB|ZT|ŽB)";

/** Slovenia, Croatia, Bosnia and Herzegovina, Serbia and Montenegro. */
export const BALKAN: readonly CountrySeries[] = [
  {
    country: "SI",
    adjective: "Slovenian",
    letters: "A-Z",
    usual: {
      "since 1992": `${SLOVENIAN_CODES}LLD{3} ${SLOVENIAN_CODES}LD{3} ${SLOVENIAN_CODES}D{2,3}L{2,3}<=7 ${SLOVENIAN_CODES}LDD{2}L`,
    },
    rare: {
      "of one's choice": `${SLOVENIAN_CODES}L{3,6} ${SLOVENIAN_CODES}L{1,5}D{1,3}<=8`,
      trailers: `A{4,5}${SLOVENIAN_CODES}`,
      mopeds: `${SLOVENIAN_CODES}LD{1,4}`,
      diplomats: "(CMD|CD|CC|M)D{4,6} DD(A|M|C|E)D{2,3}",
      "police and army": "(P)D{5,6} (SV)LLD{3}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Slovenia"],
  },
  {
    country: "HR",
    adjective: "Croatian",
    usual: { "since 1991": `${CROATIAN_CODES}D{3,4}L{1,2}` },
    rare: {
      "of one's choice": `${CROATIAN_CODES}L{3,7} ${CROATIAN_CODES}L{2,5}D{1,2} ${CROATIAN_CODES}D{1,2}L{2,5}`,
      "trailers, mopeds and temporary": `${CROATIAN_CODES}D{3,6}`,
      diplomats: "D{3}[ACEMP]D{3}",
      "police and army": "D{6} (HV)D{3}L{2} (RH)D{3,5}L{0,2}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Croatia"],
  },
  {
    country: "BA",
    adjective: "Bosnian",
    letters: "AEJKMOT",
    usual: { "since 2009": "LDDLD{3}", "1998 to 2009": "D{3}LD{3}" },
    rare: {
      taxis: "(TA|TT)D{6}",
      "trailers and temporary": "(P)D{6} D{6}L (RS|TEST)D{4,6}",
      diplomats: "DD[A-Z]D{3} D{3}[A-Z]D{3}",
      tractors: "LD{6} LD{5}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Bosnia and Herzegovina"],
  },
  {
    country: "RS",
    adjective: "Serbian",
    letters: "A-ZČĆĐŠŽ",
    usual: { "since 2011": `${SERBIAN_DISTRICTS}D{3,4}LL` },
    rare: {
      "districts that are new": "LLD{3,4}LL",
      "of one's choice": "LLL{3,6} LLL{2,4}D{1,3}<=8 LLD{5}",
      trailers: "LLD{3}LL LLLD{3,4}LL",
      "motorcycles, mopeds and tractors": "LLD{2,5} LLL{2,3}DD LLDDL{2,3}",
      "taxis with five digits": "LLD{5}LL",
      diplomats: "D{2,3}[AMPEC]D{3}",
      "temporary, police and army": "(RP)D{4,6} (P|M)D{5,6} (V)D{4,5} (VP)D{4}",
      "before 2011": "LLD{4,6}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Serbia"],
  },
  {
    country: "ME",
    adjective: "Montenegrin",
    usual: {
      "since 2008": `${MONTENEGRIN_DISTRICTS}LLD{3}`,
    },
    rare: {
      "of one's choice": "LLL{3,6} LLL{1,4}D{1,3}<=7",
      "districts that are new": "L{4}D{3}",
      "trailers and motorcycles": "LLD{3}LL L{4}DD",
      diplomats: "D{2,3}[AMPEC]D{3}",
      "temporary, police and army": "LL(RP)D{3} (P)LLD{3} (V)D{4,6}",
      "before 2008": "LLD{4,6}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Montenegro"],
  },
];
