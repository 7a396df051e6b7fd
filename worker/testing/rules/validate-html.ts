import { HtmlValidate, StaticConfigLoader, type ConfigData } from "html-validate/browser";

const pageRules: ConfigData["rules"] = {
  // React and the Markdown renderer write `charSet`, `<meta />` and `disabled=""`. All three are valid HTML, and only
  // a question of style.
  "attr-case": "off",
  "void-style": "off",
  "attribute-boolean-style": "off",
  // Ids of React start with an underscore.
  "valid-id": ["error", { relaxed: true }],
  // Sellers name their products. Search engines cut long titles.
  "long-title": "off",
};

/** Email programs need what pages must not have: attributes of old, inline styles and comments for Outlook. */
const emailRules: ConfigData["rules"] = {
  ...pageRules,
  "no-deprecated-attr": "off",
  "no-inline-style": "off",
  "no-conditional-comment": "off",
  "presentation-role-style": "off",
  "prefer-tbody": "off",
  "no-trailing-whitespace": "off",
};

const createValidator = (rules: NonNullable<ConfigData["rules"]>) =>
  new HtmlValidate(new StaticConfigLoader({ extends: ["html-validate:recommended"], rules }));
const pages = createValidator(pageRules);
const emails = createValidator(emailRules);

/** Returns what is wrong with the HTML of a page, as `rule at selector: message`. */
export function findHtmlErrors(html: string): Promise<string[]> {
  return validate(pages, html);
}

/** Returns what is wrong with the HTML of an email. */
export function findEmailErrors(html: string): Promise<string[]> {
  return validate(emails, html);
}

async function validate(validator: HtmlValidate, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, selector, message }) => `${ruleId} at ${selector}: ${message}`);
}
