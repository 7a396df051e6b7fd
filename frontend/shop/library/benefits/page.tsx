import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { paths } from "../../../paths.ts";
import { SellerText } from "../../../ui/seller-text.tsx";
import shapes from "../../../ui/shapes.module.css";
import styles from "../library.module.css";
import type { BenefitPart } from "./benefit-part.ts";
import type { OwnedBenefitOf } from "../queries.ts";

export const page: BenefitPart<"page"> = {
  Content: PageLinks,
  countThings: ({ pages }) => pages.length,
  describeCount: (pageCount) => msg`${plural(pageCount, { one: "# page", other: "# pages" })}`,
};

/** Links to the members-only pages of a benefit. @param props.toPath pages without scripts are elsewhere */
export function PageLinks({
  benefit: { name, langs, pages },
  toPath = paths.page,
}: {
  benefit: OwnedBenefitOf<"page">;
  toPath?: (slug: string) => string;
}) {
  const { t } = useLingui();
  return (
    <>
      <SellerText className={styles.group} lang={langs?.name}>
        {name}
      </SellerText>
      {pages.length === 0 ? (
        <p className={shapes.muted}>
          {t`No pages yet. They appear here when the shop publishes them.`}
        </p>
      ) : (
        <ul className={styles.pages}>
          {pages.map((page) => (
            <li key={page.slug}>
              <Link href={toPath(page.slug)} className={styles.row}>
                <SellerText as="span" lang={page.langs?.title}>
                  {page.title}
                </SellerText>
                <span className={styles.action} aria-hidden="true">
                  <Trans comment="Verb: the link that opens a page">Read</Trans>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
