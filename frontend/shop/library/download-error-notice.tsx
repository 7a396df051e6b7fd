import { useConsumedSearchParam } from "../../shell/use-consumed-search-param.ts";
import { Notice } from "../../ui/notice.tsx";

/** Explains once why a download failed. The server sends the reason in the `download` parameter. */
export function DownloadErrorNotice() {
  const code = useConsumedSearchParam("download");
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
