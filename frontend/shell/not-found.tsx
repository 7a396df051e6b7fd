import { Trans, useLingui } from "@lingui/react/macro";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageHeading } from "./page-heading.tsx";
import { missingTitle } from "./page-titles.ts";
import { StatusPage } from "./status-page.tsx";

/** The page for unknown URLs. */
export function NotFound() {
  const { t, i18n } = useLingui();
  return (
    <StatusPage>
      <PageHeading documentTitle={i18n._(missingTitle)}>{t`Page not found.`}</PageHeading>
      <p>
        <Trans>The link may be broken, or the page may have been moved or deleted.</Trans>
      </p>
      <ButtonLink href={paths.home}>
        <Trans>Go to the shop</Trans>
      </ButtonLink>
    </StatusPage>
  );
}
