import type { Renderer } from "../../worker/render/renderer.ts";
import { goneTitle, legalPageTitles, missingTitle } from "../shell/page-titles.ts";
import { loadI18n } from "./load-i18n.ts";

/** See `Renderer`. */
export const namePages: Renderer["namePages"] = async (locale) => {
  const i18n = await loadI18n(locale);
  return {
    missing: i18n._(missingTitle),
    gone: i18n._(goneTitle),
    legal: {
      terms: i18n._(legalPageTitles.terms),
      privacy: i18n._(legalPageTitles.privacy),
      refunds: i18n._(legalPageTitles.refunds),
      imprint: i18n._(legalPageTitles.imprint),
    },
  };
};
