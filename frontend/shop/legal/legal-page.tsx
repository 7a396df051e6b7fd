import { useLingui } from "@lingui/react/macro";
import { useParams } from "wouter";
import type { LegalPage as Page } from "../../../worker/settings/legal-pages.ts";
import { isApiError } from "../../http/errors.ts";
import { useQuery } from "../../http/use-query.ts";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { legalPageTitles } from "../../shell/page-titles.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Prose } from "../../ui/prose.tsx";
import shapes from "../../ui/shapes.module.css";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { SoldThroughLink } from "../catalog/sold-through-link.tsx";
import { legalPageQuery } from "./queries.ts";

/** `/legal/:page`: the seller's legal texts. */
export default function LegalPage() {
  const { page = "" } = useParams();
  return Object.hasOwn(legalPageTitles, page) ? <LegalText page={page as Page} /> : <NotFound />;
}

function LegalText({ page }: { page: Page }) {
  const { i18n } = useLingui();
  const query = useQuery(legalPageQuery(page));
  if (isApiError(query.error, "not_found")) return <NotFound />;
  return (
    <QueryBoundary query={query} skeleton={<LegalTextSkeleton />} level="page">
      {({ html, langs }) => (
        <article className={shapes.article}>
          <PageHeading>{i18n._(legalPageTitles[page])}</PageHeading>
          {(page === "terms" || page === "refunds") && <SoldThroughLink />}
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
