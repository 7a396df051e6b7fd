const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Blocks that make no sentence: headings, code, tables, notes at the end, pictures. */
const skippedBlocks =
  /<(h[2-6]|pre|table)\b[^>]*>.*?<\/\1>|<section[^>]*class="footnotes".*<\/section>|<sup>.*?<\/sup>|<(?:img|input|hr)\b[^>]*>/gs;

const blockEnd = /<\/(?:p|li|blockquote)>|<br \/>/g;

/**
 * Returns the sentences of rendered Markdown as plain text in one line. Only our own renderer's HTML is accepted: every
 * `<` in it starts a tag, and it escapes four characters.
 */
export function toPlainText(html: string): string {
  return html
    .replaceAll(skippedBlocks, " ")
    .replaceAll(blockEnd, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Closing quotes and brackets belong to the sentence that ends before them. */
const sentenceEnd = /[.!?…][)"'’”\]]*(?=\s|$)/g;

/**
 * Shortens a text to whole sentences. If the first sentence alone is too long, or the sentences that fit would leave
 * more than half of the space empty, the text is cut after a word and ends with an ellipsis.
 * @param maxLength in characters
 */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const ends = [...text.matchAll(sentenceEnd)].map((match) => match.index + match[0].length);
  const end = ends.findLast((position) => position <= maxLength) ?? 0;
  if (end >= maxLength / 2) return text.slice(0, end);
  const cut = text.slice(0, maxLength);
  const words = cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)).replace(/[\s,;:–—-]+$/, "");
  // A text without a space is cut inside the word, but never inside a character of two code units.
  return `${words || cut.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
