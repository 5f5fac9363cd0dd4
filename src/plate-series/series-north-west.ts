/** The series of northern, western and central Europe. `series-table.ts` reads them. */
export const NORTH_WEST = `
DK Danish; chosen 2-7 ÆØÅ
  usual cars since 1966: LLD{5}
  rare trailers, small mopeds and dealers: LLD{4}
  rare tractors and large mopeds: LLD{3}
  rare army: D{5}
SE Swedish; letters A-HJ-PR-UW-Z; chosen 2-7 ÅÄÖ
  usual since 1973: L{3}D{3}
  usual since 2019: LLLDD[A-HJ-NPR-UW-Z]
  rare taxis with the T of their plate: L{3}D{3}(T) LLLDDL(T)
  rare diplomats: LLD{3}L
  rare army: D{4,6}
NO Norwegian; letters A-HJ-NPR-Z; chosen 2-7 ÆØÅ
  usual since 1971, electric (EL, EK, EV) included: LLD{5}
  rare motorcycles, mopeds and trailers: LLD{4}
  rare dealers: LLD{3}
  rare army: D{5,6} L{2,3}D{3}
FI Finnish; letters A-ZÅÄÖ
  usual since 1972, chosen ones included: L{2,3}D{1,3}
  rare mopeds and tractors: D{2,3}L{1,3}
  rare diplomats: (C|CD)D{1,5}
  rare export and transfer: LD{1,4}
  rare trials: D{3,4}L LD{3}L
  rare army: (SA)D{3,5}
IS Icelandic; letters A-ZÁÐÉÍÓÚÝÞÆÖ; chosen 2-6 ÁÐÉÍÓÚÝÞÆÖ
  usual 1989 to 2007: LLD{3}
  usual since 2007: L{3}DD
  rare by district, until 1988: L{1,2}D{1,5}
  rare diplomats: (CD)LDD
EE Estonian; chosen 2-9 ÄÖÜÕ
  usual since 1991: D{3}L{3}
  rare small plates: DDL{3}
  rare trailers until 2008: D{3}LL
  rare motorcycles: DDLL LLDD
  rare mopeds and tractors: D{3}L D{4}LL
  rare diplomats: (CD|CC|AT)D{3,4} (CMD)D{2,3}
  rare dealers: (PROOV)D{4} D{4}(PROOV)
LV Latvian; chosen 2-8
  usual since 1991: LLD{4} LLD{3}
  rare low numbers: LLD{1,2}
  rare trailers: LD{1,4}
  rare tractors: D{4}LL? LD{4}L
  rare temporary and dealers: LD{5} D{4}L
  rare diplomats: (CD|CC|C)D{3,4}
LT Lithuanian; letters A-PR-VYZ; chosen 1-6
  usual since 1991: L{3}D{3}
  rare trailers: LLD{3}
  rare motorcycles: D{3}LL
  rare mopeds: DDL{3}
  rare electric: (E)[A-Z]D{4}
  rare taxis: (T)D{5}
  rare dealers, export and temporary: [PRH]D{4,6} D{4,5}LL
  rare diplomats, by Regitra: D{6}
  rare army: LLD{3}L
DE German
  usual since 1956: [A-ZÄÖÜ]{1,3}L{1,2}[1-9]D{0,3}<=8
  usual electric (E) and historic (H): [A-ZÄÖÜ]{1,3}L{1,2}[1-9]D{0,3}[EH]<=9
  rare authorities: a district and digits: [A-ZÄÖÜ]{1,3}[1-9]D{2,5}<=8
  rare police and relief services: (BP|THW|BW|BD|BG|LSA|MVL|BWL|BYL|SAL|BBL|NRW|RPL)D{1,7}<=9
  rare army: (Y|X)D{4,6}
  rare diplomats and consuls: (0)D{3,6} L{1,3}9D{3,5}
  rare dealers, short-term and export: [A-ZÄÖÜ]{1,3}0[34567]D{2,5} [A-ZÄÖÜ]{1,3}[1-9]D{0,4}L<=8
AT Austrian; letters A-PR-Z
  codes: A AM B BA BB BD BG BH BK BL BM BN BP BR BZ DL DO E EF EU FB FE FF FK FR FV FW G GB GC GD GF GK GM GR GS GU HA
    HB HE HF HL HO I IL IM JE JO JU JW K KB KD KF KG KI KK KL KO KR KS KT KU L LA LB LD LE LF LI LK LL LN LZ MA MD ME
    MI MT MU MW MZ N ND NK O OP OW P PE PL PT RA RE RI RO S SB SD SE SK SL SO SP SR ST SV SW SZ T TA TD TK TU UU V VB
    VD VI VK VL VO W WB WD WE WK WL WN WO WS WT WU WY WZ ZE ZT ZW
  usual since 1990: C[1-9]D{0,4}L{1,3}<=7
  rare districts that are new: L{1,2}[1-9]D{0,4}L{1,3}<=7
  rare of one's choice: L{1,2}L{1,5}[1-9]D{0,4}<=7
  rare before 1990: LD{3,6}
  rare authorities: L{1,2}D{1,6}
  rare diplomats: [BGIKNSTVW][DK]D{3,6}
  rare motorcycles and trailers with long numbers: L{1,2}[1-9]D{2,4}L{2,3}<=8
CH Swiss
  codes: AG AI AR BE BL BS FR GE GL GR JU LU NE NW OW SG SH SO SZ TG TI UR VD VS ZG ZH
  usual canton and number: C[1-9]D{0,5}
  rare dealers, rental and customs: CD{1,6}[UVZ]
  rare federation, post and army: [AP]D{1,6} (M)D{4,6}
  rare diplomats: (CD|CC|AT)L{2}D{2,6}
LI Liechtenstein
  usual all: (FL)[1-9]D{0,4}
  rare dealers and customs: (FL)D{1,5}[UVZ]
PL Polish; letters ACE-HJ-NPR-Y
  usual two letters for the district: [A-PR-Z]{2}D{5}
  usual two letters, with letters behind: [A-PR-Z]{2}D{4}L [A-PR-Z]{2}D{3}LL [A-PR-Z]{2}DLD{3} [A-PR-Z]{2}DLLDD
  usual three letters for the district: [A-PR-Z]{3}LD{3} [A-PR-Z]{3}DDLL [A-PR-Z]{3}DLDD [A-PR-Z]{3}DDLD
  usual three letters, continued: [A-PR-Z]{3}DLLD [A-PR-Z]{3}LLDD [A-PR-Z]{3}D{5} [A-PR-Z]{3}D{4}L [A-PR-Z]{3}D{3}LL
  rare 1976 to 2000: [A-PR-Z]{3}D{4} [A-PR-Z]{3}D{3}[A-Z]
  rare of one's choice: [A-PR-Z]D[A-PR-Z]{3,5} [A-PR-Z]D[A-PR-Z]{1,4}D{1,2}<=7
  rare motorcycles and tractors: [A-PR-Z]{2}D{4} [A-PR-Z]{2}D{3}L [A-PR-Z]{2}LD{3} [A-PR-Z]{2}DDLL [A-PR-Z]{3}DLL
    [A-PR-Z]{3}LLD [A-PR-Z]{3}LDL [A-PR-Z]{3}LDD [A-PR-Z]{3}DLD [A-PR-Z]{3}DDL
  rare small plates: [A-PR-Z]D{3} [A-PR-Z]DDL [A-PR-Z]DLD [A-PR-Z]LDD [A-PR-Z]DLL [A-PR-Z]LLD [A-PR-Z]LDL
  rare historic: [A-PR-Z]{2}D{2,3}L? [A-PR-Z]{2}L?DD [A-PR-Z]{3}DL? [A-PR-Z]{3}[LD]D
  rare temporary and research: [A-PR-Z]D{5} [A-PR-Z]D{4}L [A-PR-Z]D{4}(B)
  rare dealers: [A-PR-Z]D{3,4}(P)D{2}
  rare diplomats: (W)D{6}
  rare army and services: (U)[A-Z]D{4,5}(T)? (H)[A-Z]{2}[A-Z]?D{2,4}
CZ Czech; letters A-FH-NPR-VX-Z; chosen 5-8
  usual since 2001: DLD{5}
  usual since 2009: DLLD{4}
  usual since 2025: DL{3}D{3}
  usual until 2001: [A-Z]{3}D{4} [A-Z]{2}D{4}
  usual electric since 2019: (EL)D{3}LL
  rare motorcycles: DLD{4} DL{2}D{3} (EL)D{2}LL
  rare historic (V), sports (R), dealers, trials (F): DD[VRSF]D{2,4} LD{4,5} LLD{3,4}
  rare diplomats and foreigners: (CD|XX|XS|HC)D{3,5} D{3}(CD|XX|XS|HC)D{2}
  rare tractors and mopeds: LD{6} LLD{5} DL{2}D{2}
  rare army: D{7}
SK Slovak
  usual since 1997, without districts since 2023: LLD{3}LL
  rare of one's choice: LLL{3}DD LLL{4}D LLL{5} LLD{5}
  rare dealers, temporary, historic and sports: LL[MHSV]D{3} (C)D{3}LL LL[MHSV]D{3}L
  rare mopeds and tractors: LLD{3}L LLDDLL
  rare diplomats: (EE|ZZ)D{5}
  rare army and police: D{7} (P)D{5,6}
HU Hungarian
  usual 1990 to 2022: L{3}D{3}
  usual since 2022: L{4}D{3}
  rare of one's choice: L{4}DD L{5}D
  rare diplomats and authorities: (CK|DT|CD|HA|HB|HC|HK|MA|OT|RA|RB|RF|RK|RR|RX)D{4} (CD)D{6} (CC|CX|XA|XB|XC)D{4}
  rare dealers, export, temporary: [EPVZM]D{5,6} (SP)D{4} (S)L{3}DD
NL Dutch; letters ABD-HJ-PR-Z
  usual series 1 to 6, since 1951: LLD{4} D{4}LL DDLLDD LLDDLL L{4}DD DDL{4}
  usual series 7 to 10, since 2008: DDL{3}D DL{3}DD LLD{3}L LD{3}LL
  usual series 11 to 14: L{3}DDL LDDL{3} DLLD{3} D{3}LLD
  rare diplomats: (CD)D{3,4} (CD)[ABFJNST]D{1,3}
  rare royal house and army: (AA)D{1,3} (KL|KM|KN|LM)D{4}
BE Belgian; chosen 2-8
  usual since 2010: [1-7]L{3}D{3}
  usual 1973 to 2008: L{3}D{3}
  usual 2008 to 2010: D{3}L{3}
  rare mopeds, motorcycles, trailers, taxis, dealers, historic: [GMOQSTUWXYZ89]L{3}D{3}
  rare before 1973: LD{4} LLD{3} LD{3}L D{3}LL DLDDL D{4}L
  rare diplomats and international: (CD)LLD{3} (CD)D{4} (EUR)D{3,4}
  rare ministers, parliament, regions: [APE]D{1,3}
  rare temporary and dealers: DLLDDD D{4}LL
LU Luxembourg; letters A-HJ-NP-Z
  usual since 2003: LLD{4}
  usual before 2003, or chosen: D{4,5} LLD{3} LD{4}
  rare mopeds: LLDD
  rare diplomats and state: (CD)D{1,6} (P)D{1,2}
  rare dealers and export: D{6}
FR French; letters A-HJ-NP-TV-Z
  usual since 2009 (SIV): LLD{3}LL
  usual 1950 to 2009 (FNI): number, letters, department: [1-9]D{0,3}[A-HJ-NP-Z]{1,3}DD
  rare FNI with Corsica and overseas: [1-9]D{0,3}[A-HJ-NP-Z]{1,3}2[AB] [1-9]D{0,3}[A-HJ-NP-Z]{1,3}9[78]D
  rare mopeds and dealers: LLD{2,3}L LD{3}LL (W)D{3}LL
  rare diplomats and consuls: [ESU]?D{1,3}(CMD|CD|CC|C|K)D{1,4}[A-Z]?
  rare army and state: D{8} D{3}[DNERA-Z]D{4}[A-Z]
GB British; letters A-HJ-PR-Z
  usual since 2001: [A-HJ-PR-Z]{2}DD[A-HJ-PR-Z]{3}
  usual 1983 to 2001: L[1-9]D{0,2}L{3}
  usual 1963 to 1983: L{3}[1-9]D{0,2}L
  rare Northern Ireland: [A-Z]?[A-Z][IZ][1-9]D{0,3} [A-Z]?[IZ][A-Z][1-9]D{0,3}
  rare before 1963: [A-Z]{1,3}[1-9]D{0,3}<=6 [1-9]D{0,3}[A-Z]{1,3}<=6
  rare imports of unknown age: (Q)D{1,3}L{3}
  rare diplomats: D{3}[DX]D{3}
  rare trade: D{3}[A-Z]{2,3} D{5}
IE Irish
  codes: C CE CN CW D DL G KE KK KY L LD LH LK LM LS MH MN MO OY RN SO T TN TS W WD WH WX WW
  usual year, county, number, since 1987: DD[12]?C[1-9]D{0,5}
  rare before 1987: [A-Z]{2,3}[1-9]D{0,3} [1-9]D{0,3}[A-Z]{2,3}
  rare temporary and historic: (ZZ)D{1,5} (ZV)D{1,6}
  rare army and dealers: DD[12]?(D|C)D{1,6}
`;
