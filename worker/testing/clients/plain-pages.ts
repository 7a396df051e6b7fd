import type { Browser } from "./sign-in.ts";

/** What a browser says when it opens a page. */
const asPage = { accept: "text/html,application/xhtml+xml" };

type Fetcher = Pick<Browser, "fetch">;

/** Opens a page, as a browser without scripts does. */
export const openPage = (browser: Fetcher, path: string): Promise<Response> =>
  browser.fetch(path, { headers: asPage });

/** Sends the fields of a form, as a browser without scripts does. */
export const submitForm = (
  browser: Fetcher,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  browser.fetch(path, {
    method: "POST",
    headers: { ...asPage, ...headers },
    body: new URLSearchParams(fields),
  });

/** Returns the URL that a page leads to by itself; undefined if it stays. */
export const findRefreshUrl = (html: string): string | undefined =>
  /<meta http-equiv="refresh" content="0; url=([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");

/** Returns the forms of a page: where each goes, and its hidden fields. */
export function listForms(html: string): { action: string; fields: Record<string, string> }[] {
  return [...html.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)].map(
    ([, attributes = "", body = ""]) => ({
      action: readAttribute(attributes, "action"),
      fields: Object.fromEntries(
        [...body.matchAll(/<input ([^>]*type="hidden"[^>]*)>/g)].map(([, input = ""]) => [
          readAttribute(input, "name"),
          readAttribute(input, "value"),
        ]),
      ),
    }),
  );
}

function readAttribute(attributes: string, name: string): string {
  const [, value = ""] = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes) ?? [];
  return value.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
}
