import { Trans, useLingui } from "@lingui/react/macro";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageHeading } from "./page-heading.tsx";
import { goneTitle } from "./page-titles.ts";
import { StatusPage } from "./status-page.tsx";

/** The page of a product that is no longer sold. */
export function Gone() {
  const { t, i18n } = useLingui();
  return (
    <StatusPage>
      <PageHeading
        documentTitle={i18n._(goneTitle)}
      >{t`This product is no longer sold.`}</PageHeading>
      <p>
        <Trans>If you bought it, it’s still in your library.</Trans>
      </p>
      <ButtonLink href={paths.home}>
        <Trans>Go to the shop</Trans>
      </ButtonLink>
    </StatusPage>
  );
}
