import Validator from "@adobe/structured-data-validator";
import WebAutoExtractor from "@marbec/web-auto-extractor";

/** Returns the structured data of a page, by type. */
export function readStructuredData(html: string): Record<string, Record<string, unknown>[]> {
  return extract(html).jsonld;
}

/**
 * Returns what is wrong with a page's structured data by the rules that search engines publish for rich results, such
 * as `Product/offers/Offer: …`. Fields that are only recommended may be missing. That all types and properties exist at
 * schema.org is checked by the compiler, where the objects are made.
 */
export async function findStructuredDataErrors(html: string): Promise<string[]> {
  const issues = await new Validator().validate(extract(html));
  return issues
    .filter(({ severity }) => severity === "ERROR")
    .map(({ path = [], issueMessage }) => {
      const names = path.flatMap(({ property, type }) => [property, type]).filter(Boolean);
      return `${names.join("/")}: ${issueMessage}`;
    });
}

function extract(html: string) {
  return new WebAutoExtractor({ addLocation: true, embedSource: [] }).parse(html);
}
