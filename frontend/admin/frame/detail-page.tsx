import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import { QueryBoundary } from "../../shell/query-boundary.tsx";

/** A page about one thing, whose id is in its path: loads it, and shows it. */
export function DetailPage<Data>({
  query,
  lines = 8,
  children,
}: {
  query: (id: string) => UseQueryOptions<Data, Error, Data, string[]>;
  /** How many lines the skeleton has. */
  lines?: number;
  children: (data: Data, id: string) => ReactNode;
}) {
  const { id = "" } = useParams();
  return (
    <QueryBoundary query={useQuery(query(id))} lines={lines} level="page">
      {(data) => children(data, id)}
    </QueryBoundary>
  );
}
