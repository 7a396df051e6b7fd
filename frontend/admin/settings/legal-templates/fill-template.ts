import { templateGap } from "../../../../worker/shared/legal-pages.ts";

/** What a template is filled with: texts, and whether a part applies. A text that is empty leaves a gap. */
export type TemplateFacts = Record<string, string | boolean>;

const versionLine = /^version: (\d{4}-\d\d-\d\d)\n\n/;
const part = /\{\{([#^])(\w+)\}\}\n?([^]*?)\{\{\/\2\}\}\n?/g;
const value = /\{\{(\w+)(?:\|([^}]*))?\}\}/g;

/**
 * Returns the version of a template, the day on which it was written, `YYYY-MM-DD`.
 * @throws Error if it does not begin with one
 */
export function versionOf(source: string): string {
  const version = versionLine.exec(source)?.[1];
  if (version === undefined) throw new Error("A template begins with its version");
  return version;
}

/**
 * Fills a template. `{{name|Your name}}` is a text, and `[[Your name]]` remains where there is none. What is between
 * `{{#flag}}` and `{{/flag}}` stays if the flag is set, and what is between `{{^flag}}` and `{{/flag}}` if it is not.
 * @throws Error if the template names a fact that does not exist, or a text without words for a gap is missing
 */
export function fillTemplate(source: string, facts: TemplateFacts): string {
  const find = (name: string): string | boolean => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`A template names ${name}, which is no fact`);
    return fact;
  };
  return source
    .replace(versionLine, "")
    .replace(part, (_, sign: string, name: string, text: string) =>
      (sign === "#") === (find(name) === true) ? text : "",
    )
    .replace(value, (_, name: string, gap: string | undefined) => {
      const text = find(name);
      if (typeof text === "string" && text !== "") return text;
      if (gap === undefined) throw new Error(`A template has no words for a missing ${name}`);
      return `[[${gap}]]`;
    });
}

/** Makes a text that the seller typed stand in Markdown as it is. */
export function escapeText(text: string): string {
  return text.trim().replaceAll(/[\\`*[\]<>|]/g, "\\$&");
}

/** Lists the gaps that are left in a text, each once. */
export function listGaps(text: string): string[] {
  const found = [...text.matchAll(new RegExp(templateGap, "g"))].map(([, gap = ""]) => gap);
  return [...new Set(found.map((gap) => gap.replaceAll(/\s+/g, " ").trim()))];
}
