import { html, raw } from "hono/html";
import { getDirection } from "../shared/locales.ts";
import type { ColorScheme } from "../settings/accent.ts";
import type { EmailContent } from "./email-content.ts";
import type { EmailContext } from "./email-context.ts";
import { emailStyles, fonts } from "./email-styles.ts";
import { bodyOf, footerOf, headerOf, type Look } from "./html-parts.ts";

/**
 * Renders the HTML of an email for Gmail, Apple Mail and Outlook: tables with inline styles, which every program keeps,
 * and a stylesheet for those that read it (small screens, dark mode). Light colors are inline; `emailStyles` has the
 * dark ones.
 */
export async function renderHtml(
  { i18n, shop }: EmailContext,
  content: EmailContent,
  options: { scheme?: ColorScheme },
): Promise<string> {
  const dir = getDirection(i18n.locale);
  const colors = shop.colors.light;
  const sides =
    dir === "rtl"
      ? ({ start: "right", end: "left" } as const)
      : ({ start: "left", end: "right" } as const);
  const look: Look = { ...colors, ...sides };
  const { subject, preheader, paragraphs } = content;
  const markup = String(
    await html`<!DOCTYPE html>
      <html lang="${i18n.locale}" dir="${dir}" xmlns:o="urn:schemas-microsoft-com:office:office">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <meta
            name="format-detection"
            content="telephone=no, date=no, address=no, email=no, url=no"
          />
          <meta name="x-apple-disable-message-reformatting" />
          <title>${subject}</title>
          ${raw(outlookSettings)}
          <style>
            ${raw(emailStyles(shop.colors, options.scheme))}
          </style>
        </head>
        <body
          class="page"
          style="margin: 0; padding: 0; width: 100%; background-color: ${colors.paper};"
        >
          <div style="display: none; max-height: 0; overflow: hidden; mso-hide: all;">
            ${preheader ?? paragraphs[0] ?? ""}${raw(inboxFiller)}
          </div>
          <table
            role="presentation"
            dir="${dir}"
            class="page"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            border="0"
            bgcolor="${colors.paper}"
          >
            <tr>
              <td align="center" class="outer" style="padding: 32px 24px;">
                ${raw(outlookTable)}
                <table
                  role="presentation"
                  dir="${dir}"
                  width="100%"
                  cellpadding="0"
                  cellspacing="0"
                  border="0"
                  style="max-width: 552px;"
                >
                  <tr>
                    <td
                      align="${look.start}"
                      class="ink"
                      style="color: ${look.ink}; font-family: ${fonts.sans}; font-size: 16px; line-height: 1.5; text-align: ${look.start}; overflow-wrap: anywhere; word-break: break-word;"
                    >
                      ${headerOf(shop, look)} ${bodyOf(shop, content, look)}
                      ${footerOf(shop, content, look)}
                    </td>
                  </tr>
                </table>
                ${raw(outlookTableEnd)}
              </td>
            </tr>
          </table>
        </body>
      </html> `,
  );
  // The indentation of this file would be a third of the email.
  return markup.replace(/\s*\n\s*/g, "\n").trim();
}

/** Draws pictures at their own size on screens with a higher resolution. */
const outlookSettings =
  "<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->";

/** Outlook on Windows knows no `max-width`. */
const outlookTable =
  '<!--[if mso]><table role="presentation" align="center" width="552" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->';
const outlookTableEnd = "<!--[if mso]></td></tr></table><![endif]-->";

/** Keeps the first words of the email from following the preheader in the list of an inbox. */
const inboxFiller = "&nbsp;&zwnj;".repeat(60);
