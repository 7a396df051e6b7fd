import { html, raw } from "hono/html";
import type {
  EmailBenefit,
  EmailContent,
  EmailLink,
  EmailRow,
  EmailSection,
} from "./email-content.ts";
import type { EmailShop } from "./email-context.ts";
import { fonts } from "./email-styles.ts";
import { styleText } from "./style-text.ts";

/** What the parts of an email are drawn with: the colors that are written inline, and which side lines begin on. */
export type Look = EmailShop["colors"]["light"] & {
  start: "left" | "right";
  end: "left" | "right";
};

/** The shop's logo or name, which leads to the shop. */
export function headerOf({ name, logo, origin }: EmailShop, look: Look) {
  const label = html`<span class="ink" style="color: ${look.ink}; font-weight: 600;"
    >${name}</span
  >`;
  const picture =
    logo &&
    html`<img
      src="${logo.url}"
      alt="${logo.saysName ? name : ""}"
      height="32"
      class="ink"
      style="height: 32px; width: auto; max-width: 100%; border: 0; vertical-align: middle; color: ${look.ink}; font-weight: 600;"
    />`;
  return html`<p style="margin: 0 0 32px;">
    <a href="${origin}/" class="ink" style="color: ${look.ink}; text-decoration: none;"
      >${picture ?? ""}${picture && !logo?.saysName ? raw("&nbsp; ") : ""}${logo?.saysName ? "" : label}</a
    >
  </p>`;
}

/** Everything between the header and the footer. */
export function bodyOf({ origin }: EmailShop, content: EmailContent, look: Look) {
  const { heading, greeting, paragraphs, text, details, amounts, benefits, action, links, notes } =
    content;
  const { sections } = content;
  return html`<h1
      class="ink"
      style="margin: 0 0 20px; color: ${look.ink}; font-size: 24px; line-height: 1.3; font-weight: 600;"
    >
      ${heading}
    </h1>
    ${(greeting === null ? paragraphs : [greeting, ...paragraphs]).map((each) => html`<p style="margin: 0 0 16px;">${each}</p>`)}
    ${text === undefined ? "" : html`<div lang="${text.lang}" dir="auto">${raw(styleText(text.html, { colors: look, origin }))}</div>`}
    ${details.length > 0 ? detailsOf(details, look) : ""}
    ${amounts.length > 0 ? amountsOf(amounts, look) : ""}
    ${benefits.length > 0 ? benefitsOf(benefits, look) : ""}
    ${action === null ? "" : buttonOf(action, look)}
    ${links.map((link) => html`<p style="margin: 0 0 12px;">${linkOf(link, look)}</p>`)}
    ${notes.map((note) => html`<p class="soft" style="margin: 0 0 12px; color: ${look.soft}; font-size: 14px;">${note}</p>`)}
    ${sections.map((section) => sectionOf(section, look))}`;
}

/** A part of a long text, smaller than what the email is about. */
function sectionOf({ heading, paragraphs, link }: EmailSection, look: Look) {
  return html`<h2
      class="ink"
      dir="auto"
      style="margin: 32px 0 8px; color: ${look.ink}; font-size: 16px; line-height: 1.4; font-weight: 600; text-align: ${look.start};"
    >
      ${heading}
    </h2>
    ${paragraphs.map((text) => html`<p class="soft" dir="auto" style="margin: 0 0 8px; color: ${look.soft}; font-size: 14px; text-align: ${look.start};">${text.split("\n").map((line, at) => (at === 0 ? line : html`<br />${line}`))}</p>`)}
    ${link === null ? "" : html`<p style="margin: 0 0 8px; font-size: 14px;">${linkOf(link, look)}</p>`}`;
}

function detailsOf(rows: EmailRow[], { soft, start }: Look) {
  return html`<div style="margin: 8px 0 24px;">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
      ${rows.map(
        ({ label, value }) =>
          html`<tr>
            <td
              class="soft"
              width="40%"
              align="${start}"
              valign="top"
              style="padding: 3px 0; padding-${start === "left" ? "right" : "left"}: 16px; color: ${soft}; font-size: 16px; overflow-wrap: normal; word-break: normal;"
            >
              ${label}
            </td>
            <td align="${start}" valign="top" style="padding: 3px 0; font-size: 16px;">${value}</td>
          </tr> `,
      )}
    </table>
  </div>`;
}

/** A bill: names at the beginning of the line, amounts at its end. */
function amountsOf(rows: EmailContent["amounts"], { line, start, end }: Look) {
  const cell = (isTotal: boolean | undefined) =>
    isTotal
      ? `padding: 10px 0; border-top: 1px solid ${line}; font-weight: 600;`
      : "padding: 5px 0;";
  return html`<div style="margin: 8px 0 24px;">
    <table
      role="presentation"
      class="line"
      width="100%"
      cellpadding="0"
      cellspacing="0"
      border="0"
      style="border-top: 1px solid ${line};"
    >
      ${rows.map(
        ({ label, value, isTotal }) =>
          html`<tr>
            <td
              class="line"
              align="${start}"
              valign="top"
              style="${cell(isTotal)} font-size: 16px;"
            >
              ${label}
            </td>
            <td
              class="line"
              align="${end}"
              valign="top"
              style="${cell(isTotal)} padding-${start}: 16px; font-size: 16px; white-space: nowrap;"
            >
              ${value}
            </td>
          </tr> `,
      )}
    </table>
  </div>`;
}

function benefitsOf(benefits: EmailBenefit[], look: Look) {
  return html`<div style="margin: 8px 0 24px;">
    <table
      role="presentation"
      class="line"
      width="100%"
      cellpadding="0"
      cellspacing="0"
      border="0"
      style="border-bottom: 1px solid ${look.line};"
    >
      ${benefits.map(
        (benefit) =>
          html`<tr>
            <td
              class="line"
              align="${look.start}"
              style="padding: 14px 0; border-top: 1px solid ${look.line}; font-size: 16px;"
            >
              ${benefitOf(benefit, look)}
            </td>
          </tr> `,
      )}
    </table>
  </div>`;
}

function benefitOf({ name, note, code, links }: EmailBenefit, look: Look) {
  return html`<strong class="ink" dir="auto" style="color: ${look.ink}; font-weight: 600;"
      >${name}</strong
    >
    ${note === null ? "" : html`<p class="soft" dir="auto" style="margin: 4px 0 0; color: ${look.soft}; font-size: 14px; text-align: ${look.start};">${note}</p>`}
    ${code === null ? "" : html`<p dir="ltr" class="code" style="margin: 8px 0 0; padding: 10px 12px; border-radius: 4px; background-color: ${look.sunk}; color: ${look.ink}; font-family: ${fonts.mono}; font-size: 15px; text-align: ${look.start};">${code}</p>`}
    ${links.map((link) => html`<p style="margin: 6px 0 0;">${linkOf(link, look)}</p>`)}`;
}

/**
 * A cell with a background: Outlook on Windows, which knows no padding of links, draws it as high as the padding of the
 * cell.
 */
function buttonOf({ label, url, urlLabel }: NonNullable<EmailContent["action"]>, look: Look) {
  const { accent, onAccent, start } = look;
  return html`<div style="margin: 28px 0;">
      <table role="presentation" cellpadding="0" cellspacing="0" border="0">
        <tr>
          <td
            class="button"
            align="${start}"
            bgcolor="${accent}"
            style="border-radius: 4px; background-color: ${accent}; mso-padding-alt: 12px 22px;"
          >
            <a
              class="button"
              href="${url}"
              style="display: inline-block; padding: 12px 22px; border-radius: 4px; background-color: ${accent}; color: ${onAccent}; font-family: ${fonts.sans}; font-size: 16px; line-height: 1.25; font-weight: 600; text-decoration: none;"
              >${label}</a
            >
          </td>
        </tr>
      </table>
    </div>
    ${urlLabel === undefined ? "" : urlOf(urlLabel, url, look)}`;
}

/** A URL to copy. */
function urlOf(label: string, url: string, { soft }: Look) {
  return html`<p class="soft" style="margin: 0 0 12px; color: ${soft}; font-size: 14px;">
    ${label}<br /><a
      class="soft"
      dir="ltr"
      href="${url}"
      style="color: ${soft}; text-decoration: none; word-break: break-all;"
      >${url}</a
    >
  </p>`;
}

function linkOf({ label, url }: EmailLink, { accent }: Pick<Look, "accent">) {
  return html`<a class="link" href="${url}" style="color: ${accent}; text-decoration: underline;"
    >${label}</a
  >`;
}

/** Why the recipient gets the email, and the links of the footer. */
export function footerOf({ name }: EmailShop, content: EmailContent, look: Look) {
  const { reason, footerLinks, unsubscribe } = content;
  const links = unsubscribe === null ? footerLinks : [...footerLinks, unsubscribe];
  return html`<div style="margin: 40px 0 0;">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
      <tr>
        <td
          class="line soft"
          align="${look.start}"
          style="padding: 20px 0 0; border-top: 1px solid ${look.line}; color: ${look.soft}; font-size: 13px; line-height: 1.5;"
        >
          <p style="margin: 0 0 8px;">${reason}</p>
          ${links.map(({ label, url }) => html`<p style="margin: 0 0 8px;"><a class="soft" href="${url}" style="color: ${look.soft}; text-decoration: underline;">${label}</a></p>`)}
          <p style="margin: 0;">${name}</p>
        </td>
      </tr>
    </table>
  </div>`;
}
