import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { style } from "./style.ts";

export type Html = ReturnType<typeof html>;

/** A sheet and its hash. Made outside the page's template: a formatter may indent that, and then no hash would fit. */
function toSheet(text: string) {
  const hash = createHash("sha256").update(text).digest("base64");
  return { element: raw(`<style>${text}</style>`), source: `'sha256-${hash}'` };
}

/**
 * A whole document. Only the two sheets that it names may style it, and no script runs.
 * @param frames whether it may show documents of the sandbox in frames
 */
export async function page(
  title: string,
  body: Html,
  extraStyle = "",
  frames = false,
): Promise<Response> {
  const sheets = [style, extraStyle].filter(Boolean).map(toSheet);
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${sheets.map(({ element }) => element)}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return new Response(String(document), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      // `form-action` is left open: paying redirects to the shop, which is another origin.
      "content-security-policy": `default-src 'none'; style-src ${sheets.map(({ source }) => source).join(" ")}; img-src http: https: data:;${frames ? " frame-src 'self';" : ""} base-uri 'none'; frame-ancestors 'none'`,
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  });
}
