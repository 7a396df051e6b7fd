import type { Renderer } from "../worker/render/renderer.ts";
import { findPageName } from "./pages.ts";
import { isConsolePath } from "./paths.ts";

/** What the Worker runs of the frontend. See `Renderer` for what each function does. */

export const isAppPath: Renderer["isAppPath"] = (path) =>
  isConsolePath(path) || findPageName(path) !== undefined;

export { getAppShell, listScripts } from "./render/app-files.ts";

export const namePages: Renderer["namePages"] = async (locale) =>
  (await import("./render/pages.ts")).namePages(locale);

/** Loads React on first use: the app's shell needs none of it. */
export const renderPage: Renderer["renderPage"] = async (page) =>
  (await import("./render/pages.ts")).renderPage(page);

export const renderPlainPage: Renderer["renderPlainPage"] = async (page) =>
  (await import("./render/pages.ts")).renderPlainPage(page);

export const renderEmbed: Renderer["renderEmbed"] = async (page) =>
  (await import("./render/pages.ts")).renderEmbed(page);
