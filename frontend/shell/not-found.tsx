import { useLingui } from "@lingui/react/macro";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageHeading } from "./page-heading.tsx";
import { goneTitle, missingTitle } from "./page-titles.ts";
import { StatusPage } from "./status-page.tsx";

/** The page for unknown URLs. */
export function NotFound() {
  const { t, i18n } = useLingui();
  return (
    <StatusPage>
      <PageHeading documentTitle={i18n._(missingTitle)}>{t`Page not found.`}</PageHeading>
      <p>{t`The link may be broken, or the page may have been moved or deleted.`}</p>
      <ButtonLink href={paths.home}>{t`Go to the shop`}</ButtonLink>
    </StatusPage>
  );
}

/** The page of a product that is no longer sold. */
export function Gone() {
  const { t, i18n } = useLingui();
  return (
    <StatusPage>
      <PageHeading
        documentTitle={i18n._(goneTitle)}
      >{t`This product is no longer sold.`}</PageHeading>
      <p>{t`If you bought it, it’s still in your library.`}</p>
      <ButtonLink href={paths.home}>{t`Go to the shop`}</ButtonLink>
    </StatusPage>
  );
}
