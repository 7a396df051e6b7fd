import { Trans, useLingui } from "@lingui/react/macro";
import type { Role } from "../../worker/shared/roles.ts";
import { paths } from "../paths.ts";
import { PageHeading } from "../shell/page-heading.tsx";
import { StatusPage } from "../shell/status-page.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import shapes from "./frame/shapes.module.css";
import { openSearch } from "./search/open-search.ts";

/** The page for unknown URLs of the console. */
export function ConsoleNotFound() {
  const { t } = useLingui();
  return (
    <StatusPage>
      <PageHeading>{t`Page not found`}</PageHeading>
      <p>{t`Check the URL, choose a page from the menu, or search the console.`}</p>
      <div className={shapes.actions}>
        <ButtonLink kind="primary" href={paths.console}>
          {t`Go to overview`}
        </ButtonLink>
        <Button onClick={openSearch}>{t`Search`}</Button>
      </div>
    </StatusPage>
  );
}

/** The page for URLs of the console that need a higher role than the user has. */
export function RoleTooLow({ role, needed }: { role: Role; needed: Role }) {
  const { t } = useLingui();
  return (
    <StatusPage>
      <PageHeading>{t`You don’t have access to this page`}</PageHeading>
      <p>
        <Trans>
          This page requires the {needed} role. Your role is {role}. Ask an owner of the shop to
          change it.
        </Trans>
      </p>
      <ButtonLink kind="primary" href={paths.console}>
        {t`Go to overview`}
      </ButtonLink>
    </StatusPage>
  );
}
