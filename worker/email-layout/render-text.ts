import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { EmailBenefit, EmailContent, EmailLink, EmailRow } from "./email-content.ts";
import type { EmailContext } from "./email-context.ts";
import { toPlainText } from "./style-text.ts";

/** Narrow enough that email programs don't wrap the lines again. */
const COLUMNS = 72;

/** Renders the plain text of an email, in the order of its HTML. */
export function renderText(
  { shop, i18n }: Pick<EmailContext, "shop" | "i18n">,
  content: EmailContent,
): string {
  const { heading, greeting, paragraphs, details, amounts, benefits, action, links, notes } =
    content;
  const { sections } = content;
  // Japanese has no spaces to wrap at; email programs wrap it.
  const columns = i18n.locale === "ja" ? Infinity : COLUMNS;
  const wrapped = (text: string) => wrap(text, columns);
  const linkToText = ({ label, url }: EmailLink) =>
    `${formatLabel(i18n, label)}\n${url.replace(/^mailto:/, "")}`;
  const footer = [
    wrapped(content.reason),
    ...content.footerLinks.map(linkToText),
    ...(content.unsubscribe === null ? [] : [linkToText(content.unsubscribe)]),
    shop.name,
  ];
  return [
    wrapped(heading),
    ...(greeting === null ? [] : [wrapped(greeting)]),
    ...paragraphs.map(wrapped),
    ...(content.text === undefined ? [] : [toPlainText(content.text.markdown, shop.origin)]),
    ...rowsToText(i18n, details),
    ...rowsToText(i18n, amounts),
    ...benefits.map((benefit) => benefitToText(i18n, benefit, columns)),
    ...(action === null ? [] : [linkToText(action)]),
    ...links.map(linkToText),
    ...notes.map(wrapped),
    ...sections.flatMap(({ heading: title, paragraphs: texts, link }) => [
      `${wrapped(title)}\n${"=".repeat(Math.min(title.length, COLUMNS))}`,
      ...texts.map(wrapped),
      ...(link === null ? [] : [linkToText(link)]),
    ]),
    `-- \n${footer.join("\n")}`,
  ].join("\n\n");
}

function rowsToText(i18n: I18n, rows: EmailRow[]): string[] {
  return rows.length === 0 ? [] : [rows.map((row) => formatRow(i18n, row)).join("\n")];
}

function benefitToText(
  i18n: I18n,
  { name, note, code, links }: EmailBenefit,
  columns: number,
): string {
  return [
    wrap(`* ${name}`, columns),
    ...[note, code].flatMap((line) => (line === null ? [] : [indent(wrap(line, columns - 2))])),
    ...links.map(({ label, url }) => indent(formatRow(i18n, { label, value: url }))),
  ].join("\n");
}

function formatRow(i18n: I18n, { label, value }: EmailRow): string {
  return i18n._(
    msg({ message: `${label}: ${value}`, comment: "A line of an email: Total: $9.00" }),
  );
}

function formatLabel(i18n: I18n, label: string): string {
  return i18n._(
    msg({ message: `${label}:`, comment: "In an email, before a URL in the next line" }),
  );
}

const indent = (text: string) => text.replace(/^/gm, "  ");

function wrap(text: string, columns: number): string {
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
