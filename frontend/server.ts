import files from "virtual:client-files";
import type { Renderer } from "../worker/shop/site/renderer.ts";
import { findPageName, isConsolePath, paths } from "./paths.ts";

/** What the Worker runs of the frontend. See `Renderer` for what each function does. */

export const isAppPath: Renderer["isAppPath"] = (path) =>
  isConsolePath(path) || findPageName(path) !== undefined;

export const listScripts: Renderer["listScripts"] = (path) => {
  const name = isConsolePath(path)
    ? path === paths.console
      ? "consoleOverview"
      : "console"
    : findPageName(path);
  return (name && files.scripts[name]) ?? [];
};

export const appShell: Renderer["appShell"] = files.appShell;

/** Loads React on first use: the app's shell needs none of it. */
export const renderPage: Renderer["renderPage"] = async (page) =>
  (await import("./render/pages.ts")).renderPage(page);

export const renderPlainPage: Renderer["renderPlainPage"] = async (page) =>
  (await import("./render/pages.ts")).renderPlainPage(page);
