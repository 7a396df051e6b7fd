import files from "virtual:client-files";
import type { Renderer } from "../../worker/shop/site/renderer.ts";
import { listCatalogs } from "./list-catalogs.ts";
import { pageCatalogs } from "../page-catalogs.ts";
import { findPageName, isConsolePath, paths } from "../paths.ts";

/** See `Renderer`. */
export const listScripts: Renderer["listScripts"] = (path, locale) => {
  const isConsole = isConsolePath(path);
  const name = isConsole ? "console" : findPageName(path);
  const scripts = name && files.scripts[path === paths.console ? "consoleOverview" : name];
  if (!scripts) return [];
  const catalogs = listCatalogs(locale);
  const messages = ["shell", ...pageCatalogs[name]].flatMap((catalog) => catalogs[catalog] ?? []);
  return [...scripts, ...messages];
};
