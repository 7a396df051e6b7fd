import { toConsoleLocale, type Locale } from "../../worker/shared/locales.ts";
import { isTeamPath } from "../paths.ts";

/**
 * Returns whether the way to a page leads through another document, because its language is another one. The shop and
 * the console have languages of their own.
 * @param way.locale the language of this document
 * @param way.chosen what the user has chosen; null or undefined if that is not known
 * @param way.offered the shop's languages; undefined until they are known
 */
export function needsDocument({
  from,
  to,
  locale,
  chosen,
  offered,
}: {
  from: string;
  to: string;
  locale: string;
  chosen: string | null | undefined;
  offered: Locale[] | undefined;
}): boolean {
  const isToTeam = isTeamPath(to);
  if (isToTeam === isTeamPath(from)) return false;
  if (isToTeam) return toConsoleLocale(chosen) !== locale;
  return chosen !== locale || !offered?.some((each) => each === locale);
}
