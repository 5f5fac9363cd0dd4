import type { CountrySeries } from "../country-series.ts";

const SPANISH_PROVINCES =
  "(A|AB|AL|AV|B|BA|BI|BU|C|CA|CC|CE|CO|CR|CS|CU|GC|GE|GI|GR|GU|H|HU|IB|J|L|LE|LO|LU|M|MA|ML|MU|NA|O|OR|OU|P|PM|PO|S|SA|SE|SG|SH|SO|SS|T|TE|TF|TO|V|VA|VI|Z|ZA)";

/** Spain, Portugal, Italy, Malta, Cyprus and Greece. */
export const SOUTHERN: readonly CountrySeries[] = [
  {
    country: "ES",
    adjective: "Spanish",
    letters: "BCDFGHJ-NPR-TV-Z",
    usual: { "since 2000": "D{4}L{3}", "1971 to 2000, by province": `${SPANISH_PROVINCES}D{4}[A-Z]{1,2}` },
    rare: {
      "before 1971, by province": `${SPANISH_PROVINCES}D{4,6}`,
      "trailers, mopeds, historic, special and temporary": "[RCEHPSVT]D{4}L{3} [CE]D{4}L{2}",
      "trailers and mopeds by province": `${SPANISH_PROVINCES}D{5}(R)`,
      diplomats: "(CD|CC|OI|TA)D{5,6}",
      "police, army and state":
        "(PGC|CNP|CME|EPC|CGPC|MF|MMA|MOP|DGP|PME|E)D{4}[A-Z]? (ET|EA|FN|FAE)D{4,6} (PGC|CNP|CME)D{4}[A-Z]",
    },
    sources: ["Wikipedia: Vehicle registration plates of Spain"],
  },
  {
    country: "PT",
    adjective: "Portuguese",
    usual: { "1937 to 1992": "LLD{4}", "1992 to 2005": "D{4}LL", "2005 to 2020": "DDLLDD", "since 2020": "LLDDLL" },
    rare: {
      "trailers, by district": "L{1,2}D{1,6}",
      mopeds: "D?L{3}D{4} L{3}D{3,4}",
      diplomats: "D{3}(CD|CC|FM)D{3} (CD|CC|FM)D{4,6}",
      "guard and army": "(GNR)LD{2,4} D{1,4}(M)",
      export: "D{1,6}L",
    },
    sources: ["Wikipedia: Vehicle registration plates of Portugal"],
  },
  {
    country: "IT",
    adjective: "Italian",
    letters: "A-HJ-NPR-TV-Z",
    usual: { "since 1994": "LLD{3}LL" },
    rare: {
      "by province, until 1994":
        "[A-Z]{2}D{4,6} [A-Z]{2}[0-9A-Z]D{5} [A-Z]{2}D[A-Z]D{4} [A-Z]{2}D{5}L (ROMA)[0-9A-Z]D{4}[0-9A-Z]",
      "motorcycles and trailers": "LLD{5}",
      mopeds: "[XY][0-9A-HJ-NPR-TV-Z]{5}",
      "tractors and machines": "LLD{3}L",
      dealers: "[0-9A-Z]{2}(P)D{4,5}",
      "police, army and fire brigade":
        "(POLIZIA)[A-Z]D{4} (CC)LLD{3} (EI)LLD{3} (EI)D{5,6} (GDIF)D{3}LL (AM|MM|VF|CP)D{4,6}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Italy"],
  },
  {
    country: "MT",
    adjective: "Maltese",
    usual: { "since 1995": "L{3}D{3}" },
    rare: { taxis: "(TAXI)D{3}[MG]?", government: "(GM)D{2}", "trailers and before 1995": "LD{4}" },
    personal: { shortest: 1, longest: 10 },
    sources: ["Wikipedia: Vehicle registration plates of Malta"],
  },
  {
    country: "CY",
    adjective: "Cypriot",
    usual: { "since 1973": "L{3}D{3}" },
    rare: {
      "low numbers and before 1973": "L{1,3}D{1,4}<=6",
      "diplomats and visitors": "D{2,3}(CD|AT|CMD)D{1,3} (V)D{4,5} (VISITORS)D{3,5}",
      "taxis and rental until 2013": "[TZ]L{3}D{3}",
      "army and police": "D{4,5}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Cyprus"],
  },
  {
    country: "GR",
    adjective: "Greek",
    letters: "ABEZHIKMNOPTYX",
    usual: { "since 1983": "L{3}[1-9]D{3}" },
    rare: {
      motorcycles: "L{3}D{1,3}",
      "1972 to 1983": "LLD{4}",
      "lorries and visitors": "LD{4}",
      "trailers, tractors and state": "(P)D{4,5} [A-ZΓΔΘΛΞΠΣΦΨΩ]{2}D{4,6}",
      diplomats: "(ΔΣ|ΞΑ)D{4,6} (DS)D{4,6}",
      "until 1972": "D{6}",
      "dealers and trials": "[A-ZΓΔΘΛΞΠΣΦΨΩ]{2,4}D{3,4}",
    },
    sources: ["Wikipedia: Vehicle registration plates of Greece"],
  },
];
