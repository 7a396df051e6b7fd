import { useLingui } from "@lingui/react/macro";
import { Link, useParams } from "wouter";
import type { LegalPage as Page } from "../../../worker/shared/legal-pages.ts";
import { isApiError } from "../../http/errors.ts";
import { useQuery } from "../../http/use-query.ts";
import { paths } from "../../paths.ts";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { legalPageTitles } from "../../shell/page-titles.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Prose } from "../../ui/prose.tsx";
import shapes from "../../ui/shapes.module.css";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { SoldThroughLink } from "../catalog/sold-through-link.tsx";
import { legalPageQuery } from "./queries.ts";

/** `/legal/:page`: the seller's legal texts. `/legal/terms@<hash>` is a version that stays when the text changes. */
export default function LegalPage() {
  const { page: name = "" } = useParams();
  const [page = ""] = name.split("@");
  return Object.hasOwn(legalPageTitles, page) ? (
    <LegalText page={page as Page} name={name} />
  ) : (
    <NotFound />
  );
}

function LegalText({ page, name }: { page: Page; name: string }) {
  const { t, i18n } = useLingui();
  const query = useQuery(legalPageQuery(name));
  if (isApiError(query.error, "not_found")) return <NotFound />;
  return (
    <QueryBoundary query={query} skeleton={<LegalTextSkeleton />} level="page">
      {({ html, langs }) => (
        <article className={shapes.article}>
          <PageHeading>{i18n._(legalPageTitles[page])}</PageHeading>
          {(page === "terms" || page === "refunds") && <SoldThroughLink />}
          {name !== page && (
            <p className={shapes.soft}>
              <Link href={paths.legal(page)}>{t`Current version`}</Link>
            </p>
          )}
          <Prose html={html} lang={langs?.[page]} />
        </article>
      )}
    </QueryBoundary>
  );
}

function LegalTextSkeleton() {
  return (
    <div className={shapes.article}>
      <Skeleton width="40%" height="3rem" />
      <SkeletonLines lines={8} />
    </div>
  );
}
