import files from "virtual:client-files";
import type { Renderer } from "../../worker/render/renderer.ts";
import { escapeHtml } from "../../worker/shared/escape-html.ts";
import { getDirection } from "../../worker/shared/locales.ts";
import { consoleCatalogs, findPageName, pages } from "../pages.ts";
import { isConsolePath, paths } from "../paths.ts";
import { getNoScriptNotice, getPlainLinkLabel } from "../plain/no-script-copy.ts";
import { loadI18n } from "./load-i18n.ts";

/** See `Renderer`. */
export const listScripts: Renderer["listScripts"] = (path, locale) => {
  const isConsole = isConsolePath(path);
  const name = isConsole ? "console" : findPageName(path);
  const scripts = name && files.scripts[path === paths.console ? "consoleOverview" : name];
  if (!scripts) return [];
  const catalogFiles = listCatalogs(locale);
  const catalogs = name === "console" ? consoleCatalogs : pages[name].catalogs;
  const messages = ["shell", ...catalogs].flatMap((catalog) => catalogFiles[catalog] ?? []);
  return [...scripts, ...messages];
};

/**
 * Returns the files of a language's message catalogs by name, for `data-messages` of the document. Where the console
 * lacks the language, it has another document (`needsDocument`).
 */
export const listCatalogs = (locale: string): Record<string, string> =>
  files.catalogs[locale] ?? {};

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
