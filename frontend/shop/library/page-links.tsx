import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import row from "./benefit-row.module.css";
import type { OwnedBenefitOf } from "./queries.ts";
import styles from "./page-links.module.css";

type Page = OwnedBenefitOf<"page">["pages"][number];

/** Links to the members-only pages of a benefit. */
export function PageLinks({ benefit }: { benefit: OwnedBenefitOf<"page"> }) {
  return (
    <PageList benefit={benefit}>
      {(page) => (
        <Link href={paths.page(page.slug)} className={row.row}>
          <PageLinkText page={page} />
        </Link>
      )}
    </PageList>
  );
}

/** The members-only pages of a benefit, each with the link that `children` makes. */
export function PageList({
  benefit: { name, langs, pages },
  children,
}: {
  benefit: OwnedBenefitOf<"page">;
  children: (page: Page) => ReactNode;
}) {
  return (
    <>
      <p lang={langs?.name} dir="auto">
        {name}
      </p>
      {pages.length === 0 ? (
        <p className={row.detail}>
          <Trans>No pages yet. They appear here when the shop publishes them.</Trans>
        </p>
      ) : (
        <ul className={styles.pages}>
          {pages.map((page) => (
            <li key={page.slug} className={styles.page}>
              {children(page)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What the link to a page says. */
export function PageLinkText({ page }: { page: Page }) {
  return (
    <>
      <span lang={page.langs?.title} dir="auto">
        {page.title}
      </span>
      <span className={row.action} aria-hidden="true">
        <Trans comment="Verb: the link that opens a page">Read</Trans>
      </span>
    </>
  );
}
