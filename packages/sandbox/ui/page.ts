import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { baseStyle } from "./style.ts";

export type Html = ReturnType<typeof html>;

/** Builds a style element and its hash. In the page template, a formatter could indent the text and break the hash. */
function toStyleSheet(text: string) {
  const hash = createHash("sha256").update(text).digest("base64");
  return { element: raw(`<style>${text}</style>`), source: `'sha256-${hash}'` };
}

/**
 * Renders a complete HTML document. Only its own style sheets may load, and no script runs.
 * @param lang the language that the page claims to be in; its text is in English
 * @param allowsFrames whether the page may show other pages of the sandbox in frames
 */
export async function renderPage(
  title: string,
  body: Html,
  extraStyle = "",
  allowsFrames = false,
  lang = "en",
): Promise<Response> {
  const sheets = [baseStyle, extraStyle].filter(Boolean).map(toStyleSheet);
  const document = await html`<!doctype html>
    <html lang="${lang}">
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
      // `form-action` is not restricted: paying redirects to the shop, which has another origin.
      "content-security-policy": `default-src 'none'; style-src ${sheets.map(({ source }) => source).join(" ")}; img-src http: https: data:;${allowsFrames ? " frame-src 'self';" : ""} base-uri 'none'; frame-ancestors 'none'`,
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  });
}
