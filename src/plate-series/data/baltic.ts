import type { CountrySeries } from "../country-series.ts";

/** Estonia, Latvia and Lithuania. */
export const BALTIC: readonly CountrySeries[] = [
  {
    country: "EE",
    adjective: "Estonian",
    usual: { "since 1991": "D{3}L{3}" },
    rare: {
      "small plates": "DDL{3}",
      "trailers until 2008": "D{3}LL",
      motorcycles: "DDLL LLDD",
      "mopeds and tractors": "D{3}L D{4}LL",
      diplomats: "(CD|CC|AT)D{3,4} (CMD)D{2,3}",
      dealers: "(PROOV)D{4} D{4}(PROOV)",
    },
    personal: { shortest: 2, longest: 9, letters: "ÄÖÜÕ" },
    sources: ["Wikipedia: Vehicle registration plates of Estonia (types A1 to B9)"],
  },
  {
    country: "LV",
    adjective: "Latvian",
    usual: { "since 1991": "LLD{4} LLD{3}" },
    rare: {
      "low numbers": "LLD{1,2}",
      trailers: "LD{1,4}",
      tractors: "D{4}LL? LD{4}L",
      "temporary and dealers": "LD{5} D{4}L",
      diplomats: "(CD|CC|C)D{3,4}",
    },
    personal: { shortest: 2, longest: 8 },
    sources: ["Wikipedia: Vehicle registration plates of Latvia"],
  },
  {
    country: "LT",
    adjective: "Lithuanian",
    letters: "A-PR-VYZ",
    usual: { "since 1991": "L{3}D{3}" },
    rare: {
      trailers: "LLD{3}",
      motorcycles: "D{3}LL",
      mopeds: "DDL{3}",
      electric: "(E)[A-Z]D{4}",
      taxis: "(T)D{5}",
      "dealers, export and temporary": "[PRH]D{4,6} D{4,5}LL",
      "diplomats, by Regitra": "D{6}",
      army: "LLD{3}L",
    },
    personal: { shortest: 1, longest: 6 },
    sources: ["Regitra: State number plates", "Wikipedia: Vehicle registration plates of Lithuania"],
  },
];
