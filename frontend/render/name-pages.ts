import type { Renderer } from "../../worker/render/renderer.ts";
import { mapLegalPages } from "../../worker/shared/legal-pages.ts";
import { goneTitle, legalPageTitles, missingTitle } from "../shell/page-titles.ts";
import { loadI18n } from "./load-i18n.ts";

/** See `Renderer`. */
export const namePages: Renderer["namePages"] = async (locale) => {
  const i18n = await loadI18n(locale);
  return {
    missing: i18n._(missingTitle),
    gone: i18n._(goneTitle),
    legal: mapLegalPages((page) => i18n._(legalPageTitles[page])),
  };
};
