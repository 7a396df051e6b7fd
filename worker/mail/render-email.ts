import { html, raw } from "hono/html";
import type { EmailContent, EmailBenefit } from "./email-content.ts";

/** An email ready to send. `text` and `html` have the same content. */
export type RenderedEmail = { subject: string; text: string; html: string };

/** Renders an email without images, tracking, or any links besides those in its content. */
export async function renderEmail(content: EmailContent, shopName: string): Promise<RenderedEmail> {
  return {
    subject: content.subject,
    text: toText(content, shopName),
    html: String(await toHtml(content, shopName)),
  };
}

/** Narrow enough that email clients don't wrap the lines again. */
const COLUMNS = 72;

function toText(content: EmailContent, shopName: string): string {
  const { heading, paragraphs, facts, benefits, action, notes } = content;
  return [
    wrap(heading),
    ...paragraphs.map((paragraph) => wrap(paragraph)),
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join("\n")] : []),
    ...benefits.map(benefitToText),
    `${action.label}:\n${action.url}`,
    `-- \n${[shopName, ...notes].map((line) => wrap(line)).join("\n")}`,
  ].join("\n\n");
}

function benefitToText({ name, note, code, links }: EmailBenefit): string {
  return [
    wrap(`* ${name}`),
    ...[note, code].flatMap((line) => (line === null ? [] : [indent(wrap(line, COLUMNS - 2))])),
    ...links.map(({ label, url }) => indent(`${label}: ${url}`)),
  ].join("\n");
}

const indent = (text: string) => text.replace(/^/gm, "  ");

function wrap(text: string, columns = COLUMNS): string {
  const lines: string[] = [];
  for (const part of text.split("\n")) {
    let line = "";
    for (const word of part.split(" ")) {
      if (line !== "" && line.length + 1 + word.length > columns) {
        lines.push(line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines.join("\n");
}

/**
 * Colors are inline for clients that drop the stylesheet; the stylesheet overrides them in dark mode. Lengths are in
 * `em`, so that the reader's font size applies.
 */
const stylesheet = raw(`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: #2f4bd8; }
@media (prefers-color-scheme: dark) {
  body, .page { background: #14171f !important; color: #e8ebf2 !important; }
  h1, strong, .code { color: #ffffff !important; }
  .soft { color: #a9b2c6 !important; }
  .line { border-color: #333b4d !important; }
  .code { background: #232938 !important; }
  a { color: #a9b9ff !important; }
  a.button { background: #a9b9ff !important; color: #14171f !important; }
}
`);

const font =
  "font-family: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const mono = "font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

function toHtml(content: EmailContent, shopName: string) {
  const { subject, heading, paragraphs, facts, benefits, action, notes } = content;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${stylesheet}
        </style>
      </head>
      <body
        class="page"
        style="margin: 0; padding: 0; background: #ffffff; color: #2a3040; ${font}; font-size: 16px; line-height: 1.55; -webkit-text-size-adjust: 100%;"
      >
        <div style="max-width: 34em; margin: 0 auto; padding: 2em 1.25em; overflow-wrap: anywhere;">
          <p class="soft" style="margin: 0 0 2em; color: #566074; font-size: 0.9em;">${shopName}</p>
          <h1
            style="margin: 0 0 0.9em; color: #141925; font-size: 1.5em; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em;"
          >
            ${heading}
          </h1>
          ${paragraphs.map((paragraph) => html`<p style="margin: 0 0 1em;">${paragraph}</p>`)}
          ${facts.length > 0 ? factsToHtml(facts) : ""}
          ${benefits.length > 0 ? html`<div class="line" style="margin: 1.75em 0; border-bottom: 1px solid #dde1ea;">${benefits.map(benefitToHtml)}</div>` : ""}
          <p style="margin: 1.75em 0;">
            <a
              class="button"
              href="${action.url}"
              style="display: inline-block; padding: 0.7em 1.2em; border-radius: 0.6em; background: #2f4bd8; color: #ffffff; font-weight: 600; text-decoration: none;"
              >${action.label}</a
            >
          </p>
          <div
            class="line soft"
            style="margin-top: 2.5em; padding-top: 1.25em; border-top: 1px solid #dde1ea; color: #566074; font-size: 0.875em;"
          >
            ${notes.map((note) => html`<p style="margin: 0 0 0.5em;">${withLinks(note)}</p>`)}
          </div>
        </div>
      </body>
    </html>`;
}

function factsToHtml(facts: EmailContent["facts"]) {
  return html`<table
    role="presentation"
    style="margin: 1.5em 0; border-collapse: collapse; font-size: 1em;"
  >
    ${facts.map(
      ({ label, value }) =>
        html`<tr>
          <td
            class="soft"
            style="padding: 0.15em 1.5em 0.15em 0; color: #566074; vertical-align: top; white-space: nowrap;"
          >
            ${label}
          </td>
          <td style="padding: 0.15em 0; font-variant-numeric: tabular-nums;">${value}</td>
        </tr>`,
    )}
  </table>`;
}

function benefitToHtml({ name, note, code, links }: EmailBenefit) {
  return html`<div class="line" style="padding: 1em 0; border-top: 1px solid #dde1ea;">
    <strong style="color: #141925; font-weight: 600;">${name}</strong>
    ${note === null ? "" : html`<p class="soft" style="margin: 0.25em 0 0; color: #566074;">${note}</p>`}
    ${code === null ? "" : html`<p class="code" style="margin: 0.6em 0 0; padding: 0.6em 0.8em; border-radius: 0.5em; background: #f1f3f8; color: #141925; ${mono}; font-size: 0.95em;">${code}</p>`}
    ${links.map(({ label, url }) => html`<p style="margin: 0.35em 0 0;"><a href="${url}" style="text-underline-offset: 0.2em;">${label}</a></p>`)}
  </div>`;
}

/** Turns a URL at the end of a note into a link. */
function withLinks(line: string) {
  const [, before, url] = /^(.*?)(https?:\/\/\S+)$/.exec(line) ?? [];
  return url === undefined ? line : html`${before}<a href="${url}">${url}</a>`;
}
