/** The languages in which a sandbox refuses cars, in the order in which they are named to people. */
export const LANGUAGES = ["en", "da", "de", "fr", "sv"] as const;

type Language = (typeof LANGUAGES)[number];

// `{}` stands for the plate, with the blank before it.
const WORDS: Readonly<Record<Language, { readonly alreadyListed: string; readonly notListed: string }>> = {
  en: { alreadyListed: "License number{} is already on the list", notListed: "License number{} is not on the list" },
  da: { alreadyListed: "Nummerpladen{} findes allerede på listen", notListed: "Nummerpladen{} findes ikke på listen" },
  de: {
    alreadyListed: "Das Kennzeichen{} ist bereits eingetragen",
    notListed: "Das Kennzeichen{} ist nicht eingetragen",
  },
  fr: {
    alreadyListed: "La plaque{} figure déjà sur la liste",
    notListed: "La plaque{} ne figure pas sur la liste",
  },
  sv: {
    alreadyListed: "Registreringsnumret{} finns redan på listan",
    notListed: "Registreringsnumret{} finns inte på listan",
  },
};

/** The words for a car that an add finds on the list, or a delete does not; without a plate they name none. */
export function refusalWords(
  kind: "alreadyListed" | "notListed",
  language: Language,
  licenseNumber: string | undefined,
): string {
  return WORDS[language][kind].replace("{}", () => (licenseNumber === undefined ? "" : ` ${licenseNumber}`));
}
