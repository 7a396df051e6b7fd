import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** What the link from a page with scripts to its version without them says. */
export function getPlainLinkLabel(i18n: I18n): string {
  return i18n._(msg`Continue without JavaScript`);
}

/** What a page with scripts says without them, if it has no other version. */
export function getNoScriptNotice(i18n: I18n): string {
  return i18n._(msg`This page needs JavaScript. Turn on JavaScript and reload the page.`);
}
