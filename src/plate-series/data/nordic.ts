import type { CountrySeries } from "../country-series.ts";

/** Denmark, Sweden, Norway, Finland and Iceland. */
export const NORDIC: readonly CountrySeries[] = [
  {
    country: "DK",
    adjective: "Danish",
    usual: { "cars since 1966": "LLD{5}" },
    rare: { "trailers, small mopeds and dealers": "LLD{4}", "tractors and large mopeds": "LLD{3}", army: "D{5}" },
    personal: { shortest: 2, longest: 7, letters: "ÆØÅ" },
    sources: [
      "Wikipedia: Vehicle registration plates of Denmark (the table of number series by type of vehicle)",
      "Den Store Danske: nummerplader",
    ],
  },
  {
    country: "SE",
    adjective: "Swedish",
    letters: "A-HJ-PR-UW-Z",
    usual: { "since 1973": "L{3}D{3}", "since 2019": "LLLDD[A-HJ-NPR-UW-Z]" },
    rare: { "taxis with the T of their plate": "L{3}D{3}(T) LLLDDL(T)", diplomats: "LLD{3}L", army: "D{4,6}" },
    personal: { shortest: 2, longest: 7, letters: "ÅÄÖ" },
    sources: ["Wikipedia: Vehicle registration plates of Sweden"],
  },
  {
    country: "NO",
    adjective: "Norwegian",
    letters: "A-HJ-NPR-Z",
    usual: { "since 1971, electric (EL, EK, EV) included": "LLD{5}" },
    rare: { "motorcycles, mopeds and trailers": "LLD{4}", dealers: "LLD{3}", army: "D{5,6} L{2,3}D{3}" },
    personal: { shortest: 2, longest: 7, letters: "ÆØÅ" },
    sources: ["Wikipedia: Vehicle registration plates of Norway"],
  },
  {
    country: "FI",
    adjective: "Finnish",
    letters: "A-ZÅÄÖ",
    usual: { "since 1972, chosen ones included": "L{2,3}D{1,3}" },
    rare: {
      "mopeds and tractors": "D{2,3}L{1,3}",
      diplomats: "(C|CD)D{1,5}",
      "export and transfer": "LD{1,4}",
      trials: "D{3,4}L LD{3}L",
      army: "(SA)D{3,5}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Finland"],
  },
  {
    country: "IS",
    adjective: "Icelandic",
    letters: "A-ZÁÐÉÍÓÚÝÞÆÖ",
    usual: { "1989 to 2007": "LLD{3}", "since 2007": "L{3}DD" },
    rare: { "by district, until 1988": "L{1,2}D{1,5}", diplomats: "(CD)LDD" },
    personal: { shortest: 2, longest: 6, letters: "ÁÐÉÍÓÚÝÞÆÖ" },
    sources: [
      "License plate variations (Icelandic Transport Authority)",
      "Wikipedia: Vehicle registration plates of Iceland",
    ],
  },
];
