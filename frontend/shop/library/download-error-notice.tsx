import { useTakenParam } from "../../shell/use-consumed-search-param.ts";
import { Notice } from "../../ui/notice.tsx";

/** Where a link to a file led nowhere: why, in words, once. The server says in `download` which refusal it was. */
export function DownloadRefused() {
  const code = useTakenParam("download");
  if (code === null) return null;
  return code === "link_expired" ? (
    <Notice tone="info" title="That download link was good for five minutes.">
      <p>Press Download again; a new link is made at once.</p>
    </Notice>
  ) : (
    <Notice tone="info" title="That file could not be downloaded.">
      <p>It belongs to another account, or the shop has taken it away. What is yours is here.</p>
    </Notice>
  );
}
