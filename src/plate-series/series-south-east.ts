/** The series of southern, southeastern and eastern Europe. `series-table.ts` reads them. */
export const SOUTH_EAST = `
ES Spanish; letters BCDFGHJ-NPR-TV-Z
  codes: A AB AL AV B BA BI BU C CA CC CE CO CR CS CU GC GE GI GR GU H HU IB J L LE LO LU M MA ML MU NA O OR OU P PM
    PO S SA SE SG SH SO SS T TE TF TO V VA VI Z ZA
  usual since 2000: D{4}L{3}
  usual 1971 to 2000, by province: CD{4}[A-Z]{1,2}
  rare before 1971, by province: CD{4,6}
  rare trailers, mopeds, historic, special and temporary: [RCEHPSVT]D{4}L{3} [CE]D{4}L{2}
  rare trailers and mopeds by province: CD{5}(R)
  rare diplomats: (CD|CC|OI|TA)D{5,6}
  rare police, army and state: (PGC|CNP|CME|EPC|CGPC|MF|MMA|MOP|DGP|PME|E)D{4}[A-Z]? (ET|EA|FN|FAE)D{4,6}
    (PGC|CNP|CME)D{4}[A-Z]
PT Portuguese
  usual 1937 to 1992: LLD{4}
  usual 1992 to 2005: D{4}LL
  usual 2005 to 2020: DDLLDD
  usual since 2020: LLDDLL
  rare trailers, by district: L{1,2}D{1,6}
  rare mopeds: D?L{3}D{4} L{3}D{3,4}
  rare diplomats: D{3}(CD|CC|FM)D{3} (CD|CC|FM)D{4,6}
  rare guard and army: (GNR)LD{2,4} D{1,4}(M)
  rare export: D{1,6}L
IT Italian; letters A-HJ-NPR-TV-Z
  usual since 1994: LLD{3}LL
  rare by province, until 1994: [A-Z]{2}D{4,6} [A-Z]{2}[0-9A-Z]D{5} [A-Z]{2}D[A-Z]D{4} [A-Z]{2}D{5}L
    (ROMA)[0-9A-Z]D{4}[0-9A-Z]
  rare motorcycles and trailers: LLD{5}
  rare mopeds: [XY][0-9A-HJ-NPR-TV-Z]{5}
  rare tractors and machines: LLD{3}L
  rare dealers: [0-9A-Z]{2}(P)D{4,5}
  rare police, army and fire brigade: (POLIZIA)[A-Z]D{4} (CC)LLD{3} (EI)LLD{3} (EI)D{5,6} (GDIF)D{3}LL
    (AM|MM|VF|CP)D{4,6}
MT Maltese; chosen 1-10
  usual since 1995: L{3}D{3}
  rare taxis: (TAXI)D{3}[MG]?
  rare government: (GM)D{2}
  rare trailers and before 1995: LD{4}
CY Cypriot
  usual since 1973: L{3}D{3}
  rare low numbers and before 1973: L{1,3}D{1,4}<=6
  rare diplomats and visitors: D{2,3}(CD|AT|CMD)D{1,3} (V)D{4,5} (VISITORS)D{3,5}
  rare taxis and rental until 2013: [TZ]L{3}D{3}
  rare army and police: D{4,5}
GR Greek; letters ABEZHIKMNOPTYX
  usual since 1983: L{3}[1-9]D{3}
  rare motorcycles: L{3}D{1,3}
  rare 1972 to 1983: LLD{4}
  rare lorries and visitors: LD{4}
  rare trailers, tractors and state: (P)D{4,5} [A-ZΓΔΘΛΞΠΣΦΨΩ]{2}D{4,6}
  rare diplomats: (ΔΣ|ΞΑ)D{4,6} (DS)D{4,6}
  rare until 1972: D{6}
  rare dealers and trials: [A-ZΓΔΘΛΞΠΣΦΨΩ]{2,4}D{3,4}
SI Slovenian; letters A-Z
  codes: CE GO KK KP KR LJ MB MS NM PO SG
  usual since 1992: CLLD{3} CLD{3} CD{2,3}L{2,3}<=7 CLDD{2}L
  rare of one's choice: CL{3,6} CL{1,5}D{1,3}<=8
  rare trailers: A{4,5}C
  rare mopeds: CLD{1,4}
  rare diplomats: (CMD|CD|CC|M)D{4,6} DD(A|M|C|E)D{2,3}
  rare police and army: (P)D{5,6} (SV)LLD{3}
HR Croatian
  codes: BJ BM ČK CK DA DE DJ DU GS IM KA KC KR KT KŽ KZ MA NA NG OG OS PU PS PŽ PZ RI SB SK SL ST ŠI SI VK VT VU VŽ
    VZ ZD ZG ŽU ZU
  usual since 1991: CD{3,4}L{1,2}
  rare of one's choice: CL{3,7} CL{2,5}D{1,2} CD{1,2}L{2,5}
  rare trailers, mopeds and temporary: CD{3,6}
  rare diplomats: D{3}[ACEMP]D{3}
  rare police and army: D{6} (HV)D{3}L{2} (RH)D{3,5}L{0,2}
BA Bosnian; letters AEJKMOT
  usual since 2009: LDDLD{3}
  usual 1998 to 2009: D{3}LD{3}
  rare taxis: (TA|TT)D{6}
  rare trailers and temporary: (P)D{6} D{6}L (RS|TEST)D{4,6}
  rare diplomats: DD[A-Z]D{3} D{3}[A-Z]D{3}
  rare tractors: LD{6} LD{5}
RS Serbian; letters A-ZČĆĐŠŽ
  codes: AC AL AR BB BG BO BP BT BU BĆ CA CU DE DJ DK GL GM GO IC IN JA KA KC KG KI KL KM KO KS KU KV KŠ LA LB LE LO
    LU NG NI NP NS NV PA PB PE PI PK PN PO PP PR PT PZ RA RU SA SC SD SI SJ SM SO SP ST SU SV TO TS TT TU UB UE UR VA
    VB VL VP VR VS VŠ ZA ZR ĆU ČA ĐA ĐK ŠA ŠI ŠP ŽA ŽG
  usual since 2011: CD{3,4}LL
  rare districts that are new: LLD{3,4}LL
  rare of one's choice: LLL{3,6} LLL{2,4}D{1,3}<=8 LLD{5}
  rare trailers: LLD{3}LL LLLD{3,4}LL
  rare motorcycles, mopeds and tractors: LLD{2,5} LLL{2,3}DD LLDDL{2,3}
  rare taxis with five digits: LLD{5}LL
  rare diplomats: D{2,3}[AMPEC]D{3}
  rare temporary, police and army: (RP)D{4,6} (P|M)D{5,6} (V)D{4,5} (VP)D{4}
  rare before 2011: LLD{4,6}
ME Montenegrin
  codes: AN BA BD BP BR CT DG GS HN KL KO MK NK PG PL PT PV PZ PŽ RO SN ŠN TV TZ UL ZB ZT ŽB
  usual since 2008: CLLD{3}
  rare of one's choice: LLL{3,6} LLL{1,4}D{1,3}<=7
  rare districts that are new: L{4}D{3}
  rare trailers and motorcycles: LLD{3}LL L{4}DD
  rare diplomats: D{2,3}[AMPEC]D{3}
  rare temporary, police and army: LL(RP)D{3} (P)LLD{3} (V)D{4,6}
  rare before 2008: LLD{4,6}
RO Romanian; letters A-PR-Z
  codes: AB AG AR B BC BH BN BR BT BV BZ CJ CL CS CT CV DB DJ GJ GL GR HD HR IF IL IS MH MM MS NT OT PH SB SJ SM SV TL
    TM TR VL VN VS
  usual since 1992: CD{2,3}[A-HJ-NPR-Z][A-PR-Z]{2}
  rare temporary and leased: CD{3,7}
  rare trials: CD{3,4}(PROBE)
  rare diplomats: (CD|CO|TC)D{6}
  rare ministry of the interior and army: (MAI)D{4,6} (A)D{3,7} (FA)D{3,6}
BG Bulgarian; letters ABCEHKMOPTXY
  usual since 1992: L{1,2}D{4}L{2}
  usual electric: (EA|EB)D{4}L{2}
  rare mopeds, motorcycles and older: L{1,2}D{4}L
  rare of one's choice: L{1,2}[A-Z]{6} L{1,2}[A-Z]{4,5}D{1,2}<=8
  rare transit, new and dealers: D{3}[THBMKT]D{3} (XX)D{4,6}
  rare diplomats: (C|CC|CT|CD)D{4}
  rare army and civil protection: (BA)D{5,6} (CP)D{5,6}
  rare tractors: L{1,2}D{5} L{1,2}D{4}L{1,2}
MK Macedonian; letters A-PR-VZŠČŽ
  codes: ŠT BE BT DB DE DH DK GE GV KA KI KO KP KR KS KU MB MK NE OH PE PP PS RA RE SK SN SR ST SU TE VA VE VI VV
  usual since 2012: CD{4}LL
  usual until 2012: CD{3}LL
  rare districts that are new: LLD{3,4}LL
  rare of one's choice: LLL{3,6} LLL{1,4}D{1,3}<=8
  rare trailers and motorcycles: LLD{3,4}L{0,1} L{2}D{4}L{2}
  rare diplomats: D{2}(CD|CMD|CC|S|E)D{3} D{2}[A-Z]D{3}
  rare army and police: (A|P)D{4,6} D{3}(P|A)D{3}
AL Albanian
  usual since 2011: (A)LD{3}LL
  rare until 2011 and later ones: LLD{4}L LLD{3}LL
  rare trailers, tractors, taxis and temporary: LL(R|MB)D{3} LLD{3}(T) LLD(PRK|PROV)
  rare diplomats and state: (CD|TR|CC)D{3,4}[A-Z] D{3,6}
  rare motorcycles: LLD{2,3}
XK Kosovar
  usual since 2010: (01|02|03|04|05|06|07)D{3}LL
  usual until 2012: D{3}(KS)D{3}
  rare trailers and motorcycles: LL(01|02|03|04|05|06|07)D{3} LLLD{3}
  rare diplomats: DD[A-Z]{1,3}D{3}
  rare police: D{3}(P)D{2,3}
UA Ukrainian; letters ABCEHIKMOPTX; chosen 3-8 БГҐДЄЖЗИЙЛПУФЦЧШЩЬЮЯЇ
  usual since 2004: LLD{4}LL
  usual electric since 2019: LLD{4}[YZ][A-Z]
  rare 1995 to 2004: D{5}LL D{4}LL LD{4}LL
  rare electric, by another order: [YZ][A-Z]D{4}LL
  rare motorcycles and trailers: LLD{4}L{1,2} LLD{4}(X)[A-Z]
  rare temporary and transit: DDLLD{4} (T)D{6} (T)DDLLD{4} (TP)D{4,6}
  rare police and army: D{6} D{4}[A-Z]D
  rare diplomats: (D|S|M|CC|DP|CDP|C|H|B)D{4,6}
MD Moldovan; chosen 2-7
  usual since 2015: L{3}D{3}
  usual until 2015: L{4}D{3} [CK]LLD{3}
  rare low numbers: L{3,4}D{1,2}
  rare Transnistria: LD{3}LL D{3}LL
  rare state and diplomats: (RM)[A-Z]?D{3,4} (CD|TC|TS|CA)D{3}L{1,2} (MAI|MIC)D{3,4} (SP)D{3} (FA|DG)D{4}
  rare trailers and temporary: L{1,3}D{4} (H|P|T)D{4,5}
BY Belarusian; letters ABCEHIKMOPTX; chosen 2-8
  usual cars and motorcycles since 2004: D{4}LL[0-8]
  usual lorries and buses: LLD{4}[0-8]
  usual electric: (E)D{3}LL[0-8]
  rare trailers: LD{4}L[0-8]
  rare taxis: [1-7](TAX)D{4}
  rare temporary: [0-8]LL(T)D{4}
  rare diplomats and consuls: (CD|CC|CMD|D)D{4}[0-8]
  rare police and army: D{4}LL
  rare tractors: LL[0-8]D{4}
  rare 1992 to 2004: D{4}[A-Z]{2} [A-Z]{2}D{4} D{4,5}[A-Z]{1,2}
RU Russian; letters ABCEHKMOPTXY
  usual cars since 1993: LD{3}LLD{2,3}
  rare buses and taxis: LLD{3}D{2,3}
  rare trailers, motorcycles, tractors: LLD{4}D{2,3} D{4}LLD{2,3}
  rare temporary and transit: LLD{3}LD{2,3}
  rare police and army: LD{4}D{2,3} D{4}LLD{2}
  rare diplomats: D{3}(CD|D|T)D{1,3}D{2,3}
TR Turkish; letters A-PR-VYZ
  usual province, letters, number: [0-8]DLD{4} [0-8]DLLD{3,4} [0-8]DL{3}D{2,3}
  rare long and short numbers: [0-8]DLD{5} [0-8]DLLD{2} [0-8]DL{3}D{4}
  rare diplomats: [0-8]D(CA|CB|CC|CD|CE|CF|CG|CM|CT|MA|MZ)D{2,5}
  rare army and police: D{6} [0-8]D(A|AA|AAA)D{2,5}
`;
