import type { UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";

/** Its words are many and seldom needed, so they do not come with the first load. */
const Failure = lazy(async () => ({ default: (await loadFailure()).Failure }));
export const loadFailure = () => import("./load-error.tsx");

/** What a query brought, the place it will take, or why it did not come and what to do about it. */
export function Loaded<Data>({
  query,
  skeleton,
  level,
  children,
}: {
  query: UseQueryResult<Data>;
  skeleton: ReactNode;
  /** `page` where no heading stands above. */
  level?: "page" | "section";
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <Suspense>
        <Failure error={query.error} onRetry={() => void query.refetch()} level={level} />
      </Suspense>
    );
  }
  return (
    <div aria-busy="true">
      <VisuallyHidden>{level === "page" ? <h1>Loading</h1> : "Loading"}</VisuallyHidden>
      <div aria-hidden="true">{skeleton}</div>
    </div>
  );
}
