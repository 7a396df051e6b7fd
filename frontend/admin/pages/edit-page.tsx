import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { pageSourceQuery } from "./queries.ts";
import { PageEditor } from "./page-editor.tsx";

/** `/admin/pages/:id`: edits a page. */
export default function EditPage() {
  const { id = "" } = useParams();
  const page = useQuery(pageSourceQuery(id));
  return (
    <QueryBoundary query={page} skeleton={<SkeletonLines lines={8} />} level="page">
      {(source) => <PageEditor key={id} page={source} />}
    </QueryBoundary>
  );
}
