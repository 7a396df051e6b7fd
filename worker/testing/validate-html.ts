import { HtmlValidate, StaticConfigLoader } from "html-validate/browser";

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:recommended"],
    rules: {
      // React and the Markdown renderer write `charSet`, `<meta />` and `disabled=""`. All three are valid HTML, and only
      // a question of style.
      "attr-case": "off",
      "void-style": "off",
      "attribute-boolean-style": "off",
      // Ids of React start with an underscore.
      "valid-id": ["error", { relaxed: true }],
      // Sellers name their products. Search engines cut long titles.
      "long-title": "off",
    },
  }),
);

/** Returns what is wrong with the HTML of a page, as `rule at selector: message`. */
export async function findHtmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, selector, message }) => `${ruleId} at ${selector}: ${message}`);
}
