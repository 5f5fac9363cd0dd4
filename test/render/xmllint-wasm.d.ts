/** The part of `xmllint-wasm` that the tests use, so that the check of types needs no copy of it. */
declare module "xmllint-wasm" {
  /** Holds a document against a schema (XSD); an empty list of errors says that it fits. */
  export function validateXML(options: {
    readonly xml: { readonly fileName: string; readonly contents: string };
    readonly schema: string;
  }): Promise<{ readonly errors: readonly { readonly message: string }[] }>;
}
