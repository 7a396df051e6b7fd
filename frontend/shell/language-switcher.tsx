import { useLingui } from "@lingui/react/macro";
import { useLocation } from "wouter";
import { getDirection, localeNames, type AnyLocale } from "../../worker/lib/locales.ts";
import { paths } from "../paths.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./language-switcher.module.css";

/**
 * The language of the page, and what the shop also offers. A form without a script: it leads back to the same page, which
 * is then another document.
 */
export function LanguageSwitcher({ offered }: { offered: readonly AnyLocale[] }) {
  const { i18n, t } = useLingui();
  const [path] = useLocation();
  const current = i18n.locale as AnyLocale;
  if (offered.length < 2) return null;
  return (
    <details className={styles.switcher}>
      <summary>
        <Globe />
        <VisuallyHidden>{t`Language:`} </VisuallyHidden>
        {localeNames[current]}
      </summary>
      <form method="post" action={paths.languageForm}>
        <input type="hidden" name="path" value={path} />
        {offered.map((locale) => (
          <button
            key={locale}
            type="submit"
            name="locale"
            value={locale}
            lang={locale}
            dir={getDirection(locale)}
            aria-current={locale === current || undefined}
          >
            {localeNames[locale]}
          </button>
        ))}
      </form>
    </details>
  );
}

/** Readers of any language know it. */
function Globe() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" />
      <ellipse cx="8" cy="8" rx="2.8" ry="6.5" />
      <path d="M1.5 8h13" />
    </svg>
  );
}
