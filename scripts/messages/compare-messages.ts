import { createCompiledCatalog } from "@lingui/cli/api";

/** A part of a compiled message: a text, or a placeholder with its kind and the forms of a plural. */
type Token = string | [name: string, kind?: string, forms?: Record<string, Token[] | number>];

/**
 * Returns what a translation lacks or has too much: its placeholders with their kinds, and its tags. How often is up to
 * the language: it may have more forms of a plural than English. Null if nothing differs or there is no translation
 * yet.
 * @param source, translation in ICU message format
 */
export function findDifference(source: string, translation: string): string | null {
  if (translation === "") return null;
  const [wanted, found] = [listParts(source), listParts(translation)];
  if (!wanted || !found) return "is not a message in ICU format";
  const differences = [
    ...[...wanted.difference(found)].map((part) => `lacks ${part}`),
    ...[...found.difference(wanted)].map((part) => `has ${part}, which its source has not`),
  ];
  return differences.length === 0 ? null : differences.join(", ");
}

/** Lists the placeholders and tags of a message, each once; null if it is not in ICU format. */
function listParts(message: string): Set<string> | null {
  const { source, errors } = createCompiledCatalog("en", { message }, { namespace: "json" });
  if (errors.length > 0) return null;
  const { messages } = JSON.parse(source) as { messages: { message: string | Token[] } };
  return new Set([
    ...listPlaceholders([messages.message].flat()),
    ...(message.match(/<\/?\d+\/?>/g) ?? []),
  ]);
}

function* listPlaceholders(tokens: (Token | string)[]): Generator<string> {
  for (const token of tokens) {
    if (typeof token === "string") continue;
    const [name, kind, forms] = token;
    yield kind === undefined ? `{${name}}` : `{${name}, ${kind}}`;
    for (const form of Object.values(forms ?? {}))
      if (Array.isArray(form)) yield* listPlaceholders(form);
  }
}
