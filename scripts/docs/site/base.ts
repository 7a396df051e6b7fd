import { mapProse } from "./markdown.ts";

/**
 * Puts the links of a page below the path at which the site is served. They begin with `/` until here.
 * @param base such as `/docs`; empty at the root of a host
 */
export function addBase(markdown: string, base: string): string {
  if (base === "") return markdown;
  return mapProse(markdown, (prose) =>
    prose.replaceAll(
      /(\]\(|\s(?:href|src)=")\/(?!\/)/g,
      (_, before: string) => `${before}${base}/`,
    ),
  );
}
