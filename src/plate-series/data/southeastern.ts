import type { CountrySeries } from "../country-series.ts";

const ROMANIAN_COUNTIES =
  "(AB|AG|AR|B|BC|BH|BN|BR|BT|BV|BZ|CJ|CL|CS|CT|CV|DB|DJ|GJ|GL|GR|HD|HR|IF|IL|IS|MH|MM|MS|NT|OT|PH|SB|SJ|SM|SV|TL|TM|TR|VL|VN|VS)";

const MACEDONIAN_DISTRICTS =
  "(ŠT|BE|BT|DB|DE|DH|DK|GE|GV|KA|KI|KO|KP|KR|KS|KU|MB|MK|NE|OH|PE|PP|PS|RA|RE|SK|SN|SR|ST|SU|TE|VA|VE|VI|VV)";

/** Romania, Bulgaria, North Macedonia, Albania and Kosovo. */
export const SOUTHEASTERN: readonly CountrySeries[] = [
  {
    country: "RO",
    adjective: "Romanian",
    letters: "A-PR-Z",
    usual: { "since 1992": `${ROMANIAN_COUNTIES}D{2,3}[A-HJ-NPR-Z][A-PR-Z]{2}` },
    rare: {
      "temporary and leased": `${ROMANIAN_COUNTIES}D{3,7}`,
      trials: `${ROMANIAN_COUNTIES}D{3,4}(PROBE)`,
      diplomats: "(CD|CO|TC)D{6}",
      "ministry of the interior and army": "(MAI)D{4,6} (A)D{3,7} (FA)D{3,6}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Romania"],
  },
  {
    country: "BG",
    adjective: "Bulgarian",
    letters: "ABCEHKMOPTXY",
    usual: { "since 1992": "L{1,2}D{4}L{2}", electric: "(EA|EB)D{4}L{2}" },
    rare: {
      "mopeds, motorcycles and older": "L{1,2}D{4}L",
      "of one's choice": "L{1,2}[A-Z]{6} L{1,2}[A-Z]{4,5}D{1,2}<=8",
      "transit, new and dealers": "D{3}[THBMKT]D{3} (XX)D{4,6}",
      diplomats: "(C|CC|CT|CD)D{4}",
      "army and civil protection": "(BA)D{5,6} (CP)D{5,6}",
      tractors: "L{1,2}D{5} L{1,2}D{4}L{1,2}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Bulgaria"],
  },
  {
    country: "MK",
    adjective: "Macedonian",
    letters: "A-PR-VZŠČŽ",
    usual: { "since 2012": `${MACEDONIAN_DISTRICTS}D{4}LL`, "until 2012": `${MACEDONIAN_DISTRICTS}D{3}LL` },
    rare: {
      "districts that are new": "LLD{3,4}LL",
      "of one's choice": "LLL{3,6} LLL{1,4}D{1,3}<=8",
      "trailers and motorcycles": "LLD{3,4}L{0,1} L{2}D{4}L{2}",
      diplomats: "D{2}(CD|CMD|CC|S|E)D{3} D{2}[A-Z]D{3}",
      "army and police": "(A|P)D{4,6} D{3}(P|A)D{3}",
    },
    sources: ["Wikipedia: Vehicle registration plates of North Macedonia"],
  },
  {
    country: "AL",
    adjective: "Albanian",
    usual: { "since 2011": "(A)LD{3}LL" },
    rare: {
      "until 2011 and later ones": "LLD{4}L LLD{3}LL",
      "trailers, tractors, taxis and temporary": "LL(R|MB)D{3} LLD{3}(T) LLD(PRK|PROV)",
      "diplomats and state": "(CD|TR|CC)D{3,4}[A-Z] D{3,6}",
      motorcycles: "LLD{2,3}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Albania"],
  },
  {
    country: "XK",
    adjective: "Kosovar",
    usual: { "since 2010": "(01|02|03|04|05|06|07)D{3}LL", "until 2012": "D{3}(KS)D{3}" },
    rare: {
      "trailers and motorcycles": "LL(01|02|03|04|05|06|07)D{3} LLLD{3}",
      diplomats: "DD[A-Z]{1,3}D{3}",
      police: "D{3}(P)D{2,3}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Kosovo"],
  },
];
