/** Joins whole sentences, without those that are null or empty. Japanese has no space between them. */
export function joinSentences(locale: string, ...sentences: (string | null)[]): string {
  return sentences.filter(Boolean).join(locale === "ja" ? "" : " ");
}
