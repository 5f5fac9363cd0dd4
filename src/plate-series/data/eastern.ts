import type { CountrySeries } from "../country-series.ts";

/** Ukraine, Moldova, Belarus, Russia and Turkey. Cyrillic letters are compared as the Latin ones that they look like. */
export const EASTERN: readonly CountrySeries[] = [
  {
    country: "UA",
    adjective: "Ukrainian",
    letters: "ABCEHIKMOPTX",
    usual: { "since 2004": "LLD{4}LL", "electric since 2019": "LLD{4}[YZ][A-Z]" },
    rare: {
      "1995 to 2004": "D{5}LL D{4}LL LD{4}LL",
      "electric, by another order": "[YZ][A-Z]D{4}LL",
      "motorcycles and trailers": "LLD{4}L{1,2} LLD{4}(X)[A-Z]",
      "temporary and transit": "DDLLD{4} (T)D{6} (T)DDLLD{4} (TP)D{4,6}",
      "police and army": "D{6} D{4}[A-Z]D",
      diplomats: "(D|S|M|CC|DP|CDP|C|H|B)D{4,6}",
    },
    personal: { shortest: 3, longest: 8, letters: "БГҐДЄЖЗИЙЛПУФЦЧШЩЬЮЯЇ" },
    sources: ["Wikipedia: Vehicle registration plates of Ukraine"],
  },
  {
    country: "MD",
    adjective: "Moldovan",
    usual: { "since 2015": "L{3}D{3}", "until 2015": "L{4}D{3} [CK]LLD{3}" },
    rare: {
      "low numbers": "L{3,4}D{1,2}",
      Transnistria: "LD{3}LL D{3}LL",
      "state and diplomats": "(RM)[A-Z]?D{3,4} (CD|TC|TS|CA)D{3}L{1,2} (MAI|MIC)D{3,4} (SP)D{3} (FA|DG)D{4}",
      "trailers and temporary": "L{1,3}D{4} (H|P|T)D{4,5}",
    },
    personal: { shortest: 2, longest: 7 },
    sources: ["Wikipedia: Vehicle registration plates of Moldova"],
  },
  {
    country: "BY",
    adjective: "Belarusian",
    letters: "ABCEHIKMOPTX",
    usual: {
      "cars and motorcycles since 2004": "D{4}LL[0-8]",
      "lorries and buses": "LLD{4}[0-8]",
      electric: "(E)D{3}LL[0-8]",
    },
    rare: {
      trailers: "LD{4}L[0-8]",
      taxis: "[1-7](TAX)D{4}",
      temporary: "[0-8]LL(T)D{4}",
      "diplomats and consuls": "(CD|CC|CMD|D)D{4}[0-8]",
      "police and army": "D{4}LL",
      tractors: "LL[0-8]D{4}",
      "1992 to 2004": "D{4}[A-Z]{2} [A-Z]{2}D{4} D{4,5}[A-Z]{1,2}",
    },
    personal: { shortest: 2, longest: 8 },
    sources: ["Wikipedia: Vehicle registration plates of Belarus"],
  },
  {
    country: "RU",
    adjective: "Russian",
    letters: "ABCEHKMOPTXY",
    usual: { "cars since 1993": "LD{3}LLD{2,3}" },
    rare: {
      "buses and taxis": "LLD{3}D{2,3}",
      "trailers, motorcycles, tractors": "LLD{4}D{2,3} D{4}LLD{2,3}",
      "temporary and transit": "LLD{3}LD{2,3}",
      "police and army": "LD{4}D{2,3} D{4}LLD{2}",
      diplomats: "D{3}(CD|D|T)D{1,3}D{2,3}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Russia"],
  },
  {
    country: "TR",
    adjective: "Turkish",
    letters: "A-PR-VYZ",
    usual: { "province, letters, number": "[0-8]DLD{4} [0-8]DLLD{3,4} [0-8]DL{3}D{2,3}" },
    rare: {
      "long and short numbers": "[0-8]DLD{5} [0-8]DLLD{2} [0-8]DL{3}D{4}",
      diplomats: "[0-8]D(CA|CB|CC|CD|CE|CF|CG|CM|CT|MA|MZ)D{2,5}",
      "army and police": "D{6} [0-8]D(A|AA|AAA)D{2,5}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Turkey"],
  },
];
