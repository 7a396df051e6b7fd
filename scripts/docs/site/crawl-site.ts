import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Follows every link of a built site, also to headings, scripts, styles and pictures. Links to other sites are not
 * followed.
 * @param base the path at which the site is served. A link that leads out of it is dead
 * @returns how many links there are, and those that lead nowhere
 */
export function crawlSite(folder: string, base = ""): { links: number; dead: string[] } {
  const ids = new Map<string, Set<string>>();
  const idsOf = (file: string) => {
    const found =
      ids.get(file) ??
      new Set([...readFileSync(file, "utf8").matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));
    ids.set(file, found);
    return found;
  };
  const isDead = (page: string, link: string) => {
    const url = new URL(link.replaceAll("&amp;", "&"), `https://site.invalid${base}/${page}`);
    if (url.host !== "site.invalid") return false;
    if (!url.pathname.startsWith(`${base}/`)) return true;
    const path = decodeURIComponent(url.pathname.slice(base.length));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file)) return true;
    const anchor = decodeURIComponent(url.hash.slice(1));
    return anchor !== "" && file.endsWith(".html") && !idsOf(file).has(anchor);
  };
  const pages = globSync("**/*.{html,md,txt}", { cwd: folder });
  const links = pages.flatMap((page) =>
    [...new Set(listLinks(page, readFileSync(join(folder, page), "utf8")))].map(
      (link) => [page, link] as const,
    ),
  );
  return {
    links: links.length,
    dead: links.filter(([page, link]) => isDead(page, link)).map((link) => link.join(": ")),
  };
}

function listLinks(page: string, text: string): string[] {
  if (page.endsWith(".html"))
    return [...text.matchAll(/\s(?:href|src|data-from)="([^"]*)"/g)].map(([, link]) => link!);
  return [...text.replaceAll(/```[\s\S]*?```|`[^`\n]+`/g, "").matchAll(/\]\((\/[^)\s]+)\)/g)].map(
    ([, link]) => link!,
  );
}
