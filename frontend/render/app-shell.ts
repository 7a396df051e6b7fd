import files from "virtual:client-files";
import { escapeHtml } from "../../worker/lib/escape-html.ts";
import { getDirection } from "../../worker/lib/locales.ts";
import type { Renderer } from "../../worker/shop/site/renderer.ts";
import { getNoScriptNotice, getPlainLinkLabel } from "../plain/no-script-copy.ts";
import { listCatalogs } from "./list-catalogs.ts";
import { loadI18n } from "./load-i18n.ts";

/** See `Renderer`. */
export const getAppShell: Renderer["getAppShell"] = async (locale, plainPath) => {
  const i18n = await loadI18n(locale);
  const shell = files.appShell.replace(
    '<html lang="en"',
    () =>
      `<html lang="${locale}" dir="${getDirection(locale)}" data-messages='${JSON.stringify(listCatalogs(locale))}'`,
  );
  if (plainPath === null) return replaceNotice(shell, escapeHtml(getNoScriptNotice(i18n)));
  const url = escapeHtml(plainPath);
  const refresh = `<noscript><meta http-equiv="refresh" content="0; url=${url}"></noscript>`;
  return replaceNotice(
    shell,
    `<a href="${url}">${escapeHtml(getPlainLinkLabel(i18n))}</a>`,
  ).replace("</head>", () => `${refresh}</head>`);
};

/** Replaces what the shell says where no scripts run. */
function replaceNotice(shell: string, html: string): string {
  return shell.replace(/<noscript>[^<]*<\/noscript>/, () => `<noscript>${html}</noscript>`);
}
