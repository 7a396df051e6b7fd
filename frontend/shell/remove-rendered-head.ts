/** What the Worker's head says about one page alone. */
const selector = [
  'link[rel="canonical"]',
  'link[rel="alternate"]',
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name="twitter:card"]',
  "meta[property]",
  'script[type="application/ld+json"]',
].join(", ");

/**
 * Removes what the document says about the page that it was loaded for, once another page is shown in it. Browsers share
 * the canonical URL instead of the one in the address bar, so a wrong one would share another page. Nothing takes its
 * place: programs that read it ask the Worker for each page.
 */
export function removeRenderedHead(): void {
  for (const element of document.head.querySelectorAll(selector)) element.remove();
}
