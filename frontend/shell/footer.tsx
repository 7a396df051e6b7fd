import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "wouter";
import { useShop } from "../http/shop.ts";
import { isTeamPath, paths } from "../paths.ts";
import { LanguageSwitcher } from "./language-switcher.tsx";
import { legalPageTitles } from "./page-titles.ts";
import styles from "./footer.module.css";

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
        {shop?.legal.map((page) => (
          <Link key={page} href={paths.legal(page)}>
            {i18n._(legalPageTitles[page])}
          </Link>
        ))}
        {shop?.supportEmail && <a href={`mailto:${shop.supportEmail}`}>{t`Contact`}</a>}
      </nav>
      {shop && !isTeamPath(path) && <LanguageSwitcher offered={shop.languages.offered} />}
    </footer>
  );
}
