import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { style } from "./style.ts";

export type Html = ReturnType<typeof html>;

/** A whole document. Only the two sheets that it names may style it, and no script runs. */
export async function page(title: string, body: Html, extraStyle = ""): Promise<Response> {
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(style)}
        </style>
        ${
          extraStyle &&
          html`<style>
            ${raw(extraStyle)}
          </style>`
        }
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  const sources = [style, extraStyle]
    .filter(Boolean)
    .map((sheet) => `'sha256-${createHash("sha256").update(sheet).digest("base64")}'`);
  return new Response(String(document), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      // `form-action` is left open: paying redirects to the shop, which is another origin.
      "content-security-policy": `default-src 'none'; style-src ${sources.join(" ")}; img-src http: https: data:; base-uri 'none'; frame-ancestors 'none'`,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}
