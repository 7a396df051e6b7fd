import { pageSourceQuery } from "./queries.ts";
import { PageEditor } from "./page-editor.tsx";
import { DetailPage } from "../frame/detail-page.tsx";

/** `/admin/pages/:id`: edits a page. */
export default function EditPage() {
  return (
    <DetailPage query={pageSourceQuery}>
      {(source, id) => <PageEditor key={id} page={source} />}
    </DetailPage>
  );
}
