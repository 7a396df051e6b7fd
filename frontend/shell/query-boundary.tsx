import { useLingui } from "@lingui/react/macro";

import { lazy, Suspense, type ReactNode } from "react";
import type { QueryResult } from "../http/answers.ts";
import { SkeletonLines } from "../ui/skeleton.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";

/** Not part of the first load because its error messages are large and rarely needed. */
const LoadError = lazy(async () => ({ default: (await importLoadError()).LoadError }));
export const importLoadError = () => import("./load-error.tsx");

/** Shows a query's data, a skeleton while it loads, or an error with a button to try again. */
export function QueryBoundary<Data>({
  query,
  lines = 6,
  skeleton = <SkeletonLines lines={lines} />,
  level,
  children,
}: {
  query: Pick<QueryResult<Data>, "data" | "error" | "refetch">;
  /** How many lines the skeleton has, where it is a text; by default 6. */
  lines?: number;
  skeleton?: ReactNode;
  /** `page` if the page has no other heading. */
  level?: "page" | "section";
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <Suspense>
        <LoadError error={query.error} onRetry={() => void query.refetch()} level={level} />
      </Suspense>
    );
  }
  return <Loading level={level}>{skeleton}</Loading>;
}

/** What takes the place of content that is on its way: a skeleton, and a word for screen readers. */
export function Loading({
  level,
  children,
}: {
  level?: "page" | "section" | undefined;
  children: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <div aria-busy="true">
      <VisuallyHidden>{level === "page" ? <h1>{t`Loading…`}</h1> : t`Loading…`}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
