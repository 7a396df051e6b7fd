/** The two packages have no types of their own: only what the tests use. */
declare module "@marbec/web-auto-extractor" {
  export type ExtractedData = { jsonld: Record<string, Record<string, unknown>[]> };

  export default class WebAutoExtractor {
    constructor(options: { addLocation: boolean; embedSource: ("rdfa" | "microdata")[] });
    parse(html: string): ExtractedData;
  }
}

declare module "@adobe/structured-data-validator" {
  import type { ExtractedData } from "@marbec/web-auto-extractor";

  export default class Validator {
    validate(data: ExtractedData): Promise<
      {
        severity: "ERROR" | "WARNING";
        issueMessage: string;
        path?: { type?: string; property?: string }[];
      }[]
    >;
  }
}
