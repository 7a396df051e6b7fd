import { queryOptions, useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import type { LegalPage as Page } from "../../../worker/settings/legal-pages.ts";
import { api, read } from "../../http/client.ts";
import { isRefusal } from "../../http/errors.ts";
import { Loaded } from "../../shell/query-boundary.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Prose } from "../../ui/prose.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { legalNames } from "../../shell/legal-page-titles.ts";
import styles from "./legal-page.module.css";

const legalQuery = (page: Page) =>
  queryOptions({
    queryKey: ["shop", "legal", page],
    queryFn: () => read(api.shop.legal[":page"].$get({ param: { page } })),
    staleTime: 60_000,
  });

/** `/legal/:page`: what the seller has to say by law. */
export default function LegalPage() {
  const { page = "" } = useParams();
  return Object.hasOwn(legalNames, page) ? <Text page={page as Page} /> : <NotFound />;
}

function Text({ page }: { page: Page }) {
  const query = useQuery(legalQuery(page));
  if (isRefusal(query.error, "not_found")) return <NotFound />;
  return (
    <Loaded query={query} skeleton={<TextSkeleton />} level="page">
      {({ html }) => (
        <article className={styles.page}>
          <PageHeading>{legalNames[page]}</PageHeading>
          <Prose html={html} />
        </article>
      )}
    </Loaded>
  );
}

function TextSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton width="40%" height="3rem" />
      <SkeletonLines lines={8} />
    </div>
  );
}
