import type { Page } from "playwright-core";

/**
 * Collects the texts of API answers: those of the seller and of the user, which are in no catalog. HTML gives the texts
 * between its tags.
 */
export function collectTexts(value: unknown, texts = new Set<string>()): Set<string> {
  if (typeof value === "string") {
    // Pages show the start and the end of a checksum.
    if (/^[0-9a-f]{64}$/.test(value)) texts.add(value.slice(0, 6)).add(value.slice(-6));
    for (const part of value.startsWith("<") ? value.split(/<[^>]*>/) : [value])
      texts.add(
        part
          .replaceAll("&amp;", "&")
          .replaceAll("&quot;", '"')
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">")
          .trim(),
      );
  } else if (typeof value === "object" && value !== null)
    for (const each of Object.values(value)) collectTexts(each, texts);
  return texts;
}

/** The code of a currency, and the numbers of orders and subscriptions. */
const isCode = /^(?:USD|[0-9A-Z]{7}-[0-9A-Z]{4})$/;

/** What Intl writes for the made-up language: dates, times, how long ago something was, and time zones. In English. */
const writtenByIntl =
  /^(?:(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}(?: at \d{1,2}:\d{2}\s[AP]M)?|now|yesterday|(?:in )?\d+ (?:second|minute|hour|day|month)s?(?: ago)?|[\d.]+ (?:byte|kB|MB|GB)|(?:UTC|[A-Z]\w+\/[\w/ -]+) \(.+\))$/;

/**
 * Returns the texts of a page in the made-up language that are in no catalog: those outside of its brackets ⟦ ⟧. Names
 * of languages and other texts that say in which language they are themselves don't count.
 * @param ownTexts the texts of the seller and the user
 */
export async function findUntranslated(page: Page, ownTexts: Set<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ["alt", "aria-label", "placeholder", "title"])
          found.push(node.getAttribute(name) ?? "");
      } else if (!node.parentElement?.closest("script, style, noscript, svg, [lang]:not(html)"))
        found.push(node.textContent ?? "");
    }
    return found;
  });
  // A message with a link in it begins in one text and ends in another.
  let depth = 0;
  const outside = texts.flatMap((text) => {
    let rest = "";
    for (const character of text)
      if (character === "⟦") depth += 1;
      else if (character === "⟧") {
        depth -= 1;
        rest += "|";
      } else if (depth === 0) rest += character;
    return rest.split("|");
  });
  const isOwn = (text: string): boolean =>
    !/\p{L}/u.test(text) ||
    ownTexts.has(text) ||
    ownTexts.has(text.replace(/,$/, "")) ||
    writtenByIntl.test(text) ||
    isCode.test(text);
  const isListOfOwn = (text: string): boolean =>
    text.split(/\s· /).every((part) => isOwn(part) || part.split(/, and |, | and /).every(isOwn));
  return [
    ...new Set(
      outside
        .map((text) => text.replace(/^\s*·|·\s*$/g, "").trim())
        .filter((text) => !isListOfOwn(text)),
    ),
  ];
}
