import { micromark } from "micromark";

/** Markdown → HTML. Raw HTML is escaped and unsafe link protocols are dropped (micromark's defaults). */
export function renderMarkdown(markdown: string): string {
  return micromark(markdown);
}
