import type { CountrySeries } from "../country-series.ts";

/** Poland, Czechia, Slovakia and Hungary. */
export const VISEGRAD: readonly CountrySeries[] = [
  {
    country: "PL",
    adjective: "Polish",
    // B, D, I, O and Z look like digits and stand in the district only; Q stands nowhere.
    letters: "ACE-HJ-NPR-Y",
    usual: {
      "two letters for the district": "[A-PR-Z]{2}D{5}",
      "two letters, with letters behind": "[A-PR-Z]{2}D{4}L [A-PR-Z]{2}D{3}LL [A-PR-Z]{2}DLD{3} [A-PR-Z]{2}DLLDD",
      "three letters for the district": "[A-PR-Z]{3}LD{3} [A-PR-Z]{3}DDLL [A-PR-Z]{3}DLDD [A-PR-Z]{3}DDLD",
      "three letters, continued": "[A-PR-Z]{3}DLLD [A-PR-Z]{3}LLDD [A-PR-Z]{3}D{5} [A-PR-Z]{3}D{4}L [A-PR-Z]{3}D{3}LL",
    },
    rare: {
      "1976 to 2000": "[A-PR-Z]{3}D{4} [A-PR-Z]{3}D{3}[A-Z]",
      "of one's choice": "[A-PR-Z]D[A-PR-Z]{3,5} [A-PR-Z]D[A-PR-Z]{1,4}D{1,2}<=7",
      "motorcycles and tractors":
        "[A-PR-Z]{2}D{4} [A-PR-Z]{2}D{3}L [A-PR-Z]{2}LD{3} [A-PR-Z]{2}DDLL [A-PR-Z]{3}DLL [A-PR-Z]{3}LLD [A-PR-Z]{3}LDL [A-PR-Z]{3}LDD [A-PR-Z]{3}DLD [A-PR-Z]{3}DDL",
      "small plates": "[A-PR-Z]D{3} [A-PR-Z]DDL [A-PR-Z]DLD [A-PR-Z]LDD [A-PR-Z]DLL [A-PR-Z]LLD [A-PR-Z]LDL",
      historic: "[A-PR-Z]{2}D{2,3}L? [A-PR-Z]{2}L?DD [A-PR-Z]{3}DL? [A-PR-Z]{3}[LD]D",
      "temporary and research": "[A-PR-Z]D{5} [A-PR-Z]D{4}L [A-PR-Z]D{4}(B)",
      dealers: "[A-PR-Z]D{3,4}(P)D{2}",
      diplomats: "(W)D{6}",
      "army and services": "(U)[A-Z]D{4,5}(T)? (H)[A-Z]{2}[A-Z]?D{2,4}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Poland"],
  },
  {
    country: "CZ",
    adjective: "Czech",
    letters: "A-FH-NPR-VX-Z",
    usual: {
      "since 2001": "DLD{5}",
      "since 2009": "DLLD{4}",
      "since 2025": "DL{3}D{3}",
      "until 2001": "[A-Z]{3}D{4} [A-Z]{2}D{4}",
      "electric since 2019": "(EL)D{3}LL",
    },
    rare: {
      motorcycles: "DLD{4} DL{2}D{3} (EL)D{2}LL",
      "historic (V), sports (R), dealers, trials (F)": "DD[VRSF]D{2,4} LD{4,5} LLD{3,4}",
      "diplomats and foreigners": "(CD|XX|XS|HC)D{3,5} D{3}(CD|XX|XS|HC)D{2}",
      "tractors and mopeds": "LD{6} LLD{5} DL{2}D{2}",
      army: "D{7}",
    },
    personal: { shortest: 5, longest: 8 },
    sources: ["Vyhláška 243/2001 Sb., § 16", "Wikipedia: Vehicle registration plates of the Czech Republic"],
  },
  {
    country: "SK",
    adjective: "Slovak",
    usual: { "since 1997, without districts since 2023": "LLD{3}LL" },
    rare: {
      "of one's choice": "LLL{3}DD LLL{4}D LLL{5} LLD{5}",
      "dealers, temporary, historic and sports": "LL[MHSV]D{3} (C)D{3}LL LL[MHSV]D{3}L",
      "mopeds and tractors": "LLD{3}L LLDDLL",
      diplomats: "(EE|ZZ)D{5}",
      "army and police": "D{7} (P)D{5,6}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Slovakia"],
  },
  {
    country: "HU",
    adjective: "Hungarian",
    usual: { "1990 to 2022": "L{3}D{3}", "since 2022": "L{4}D{3}" },
    rare: {
      "of one's choice": "L{4}DD L{5}D",
      "diplomats and authorities": "(CK|DT|CD|HA|HB|HC|HK|MA|OT|RA|RB|RF|RK|RR|RX)D{4} (CD)D{6} (CC|CX|XA|XB|XC)D{4}",
      "dealers, export, temporary": "[EPVZM]D{5,6} (SP)D{4} (S)L{3}DD",
    },
    sources: ["Wikipedia: Vehicle registration plates of Hungary"],
  },
];
