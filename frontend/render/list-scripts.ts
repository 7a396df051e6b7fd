import files from "virtual:client-files";
import type { Renderer } from "../../worker/shop/site/renderer.ts";
import { findPageName, isConsolePath, paths } from "../paths.ts";

/** See `Renderer`. */
export const listScripts: Renderer["listScripts"] = (path) => {
  const name = isConsolePath(path)
    ? path === paths.console
      ? "consoleOverview"
      : "console"
    : findPageName(path);
  return (name && files.scripts[name]) ?? [];
};
