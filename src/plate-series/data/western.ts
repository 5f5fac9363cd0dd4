import type { CountrySeries } from "../country-series.ts";

/** The Netherlands, Belgium, Luxembourg, France, the United Kingdom and Ireland. */
export const WESTERN: readonly CountrySeries[] = [
  {
    country: "NL",
    adjective: "Dutch",
    letters: "ABD-HJ-PR-Z",
    usual: {
      "series 1 to 6, since 1951": "LLD{4} D{4}LL DDLLDD LLDDLL L{4}DD DDL{4}",
      "series 7 to 10, since 2008": "DDL{3}D DL{3}DD LLD{3}L LD{3}LL",
      "series 11 to 14": "L{3}DDL LDDL{3} DLLD{3} D{3}LLD",
    },
    rare: { diplomats: "(CD)D{3,4} (CD)[ABFJNST]D{1,3}", "royal house and army": "(AA)D{1,3} (KL|KM|KN|LM)D{4}" },
    sources: ["kentekenkennis.nl: Sidecode", "Wikipedia: Nederlands kenteken"],
  },
  {
    country: "BE",
    adjective: "Belgian",
    usual: { "since 2010": "[1-7]L{3}D{3}", "1973 to 2008": "L{3}D{3}", "2008 to 2010": "D{3}L{3}" },
    rare: {
      "mopeds, motorcycles, trailers, taxis, dealers, historic": "[GMOQSTUWXYZ89]L{3}D{3}",
      "before 1973": "LD{4} LLD{3} LD{3}L D{3}LL DLDDL D{4}L",
      "diplomats and international": "(CD)LLD{3} (CD)D{4} (EUR)D{3,4}",
      "ministers, parliament, regions": "[APE]D{1,3}",
      "temporary and dealers": "DLLDDD D{4}LL",
    },
    personal: { shortest: 2, longest: 8 },
    sources: ["Wikipedia: Vehicle registration plates of Belgium"],
  },
  {
    country: "LU",
    adjective: "Luxembourg",
    letters: "A-HJ-NP-Z",
    usual: { "since 2003": "LLD{4}", "before 2003, or chosen": "D{4,5} LLD{3} LD{4}" },
    rare: { mopeds: "LLDD", "diplomats and state": "(CD)D{1,6} (P)D{1,2}", "dealers and export": "D{6}" },
    sources: ["europlate.org: Luxembourg"],
  },
  {
    country: "FR",
    adjective: "French",
    letters: "A-HJ-NP-TV-Z",
    usual: {
      "since 2009 (SIV)": "LLD{3}LL",
      "1950 to 2009 (FNI): number, letters, department": "[1-9]D{0,3}[A-HJ-NP-Z]{1,3}DD",
    },
    rare: {
      "FNI with Corsica and overseas": "[1-9]D{0,3}[A-HJ-NP-Z]{1,3}2[AB] [1-9]D{0,3}[A-HJ-NP-Z]{1,3}9[78]D",
      "mopeds and dealers": "LLD{2,3}L LD{3}LL (W)D{3}LL",
      "diplomats and consuls": "[ESU]?D{1,3}(CMD|CD|CC|C|K)D{1,4}[A-Z]?",
      "army and state": "D{8} D{3}[DNERA-Z]D{4}[A-Z]",
    },
    sources: ["Wikipedia: Vehicle registration plates of France"],
  },
  {
    country: "GB",
    adjective: "British",
    letters: "A-HJ-PR-Z",
    usual: {
      "since 2001": "[A-HJ-PR-Z]{2}DD[A-HJ-PR-Z]{3}",
      "1983 to 2001": "L[1-9]D{0,2}L{3}",
      "1963 to 1983": "L{3}[1-9]D{0,2}L",
    },
    rare: {
      "Northern Ireland": "[A-Z]?[A-Z][IZ][1-9]D{0,3} [A-Z]?[IZ][A-Z][1-9]D{0,3}",
      "before 1963": "[A-Z]{1,3}[1-9]D{0,3}<=6 [1-9]D{0,3}[A-Z]{1,3}<=6",
      "imports of unknown age": "(Q)D{1,3}L{3}",
      diplomats: "D{3}[DX]D{3}",
      trade: "D{3}[A-Z]{2,3} D{5}",
    },
    sources: ["Wikipedia: Vehicle registration plates of the United Kingdom"],
  },
  {
    country: "IE",
    adjective: "Irish",
    usual: {
      "year, county, number, since 1987":
        "DD[12]?(C|CE|CN|CW|D|DL|G|KE|KK|KY|L|LD|LH|LK|LM|LS|MH|MN|MO|OY|RN|SO|T|TN|TS|W|WD|WH|WX|WW)[1-9]D{0,5}",
    },
    rare: {
      "before 1987": "[A-Z]{2,3}[1-9]D{0,3} [1-9]D{0,3}[A-Z]{2,3}",
      "temporary and historic": "(ZZ)D{1,5} (ZV)D{1,6}",
      "army and dealers": "DD[12]?(D|C)D{1,6}",
    },
    sources: ["Wikipedia: Vehicle registration plates of the Republic of Ireland"],
  },
];
