import { useLingui } from "@lingui/react/macro";
import { Link, useLocation, useSearch } from "wouter";
import {
  consoleLocales,
  getDirection,
  localeNames,
  type AnyLocale,
} from "../../worker/shared/locales.ts";
import { useShop } from "../http/shop.ts";
import { isTeamPath, paths } from "../paths.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./footer.module.css";
import { legalPageTitles } from "./page-titles.ts";

export function Footer() {
  const shop = useShop();
  const { t, i18n } = useLingui();
  const [path] = useLocation();
  return (
    <footer className={styles.footer}>
      <p>
        <bdi>{shop?.name}</bdi>
      </p>
      <nav aria-label={t`Footer`}>
        <Link href={paths.home}>{t`All products`}</Link>
        <Link href={paths.library}>{t`Your library`}</Link>
        <Link href={paths.billing}>{t`Billing and cancellation`}</Link>
        <a href={paths.withdraw}>{t`Withdraw from a contract`}</a>
        <a href={paths.cancel}>{t`Cancel a contract here`}</a>
        {shop?.legal.map((page) => (
          <Link key={page} href={paths.legal(page)}>
            {i18n._(legalPageTitles[page])}
          </Link>
        ))}
        {shop?.supportEmail && <a href={`mailto:${shop.supportEmail}`}>{t`Contact`}</a>}
      </nav>
      {shop && (
        <LanguageSwitcher offered={isTeamPath(path) ? consoleLocales : shop.languages.offered} />
      )}
    </footer>
  );
}

/**
 * The language of the page, and what the shop also offers. A form without a script: it leads back to the same page,
 * which is then another document.
 */
function LanguageSwitcher({ offered }: { offered: readonly AnyLocale[] }) {
  const { i18n, t } = useLingui();
  const [path] = useLocation();
  const search = useSearch();
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
        <input type="hidden" name="path" value={search ? `${path}?${search}` : path} />
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
