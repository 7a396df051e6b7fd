import { Trans, useLingui } from "@lingui/react/macro";
import { useConsumedSearchParam } from "../../shell/use-consumed-search-param.ts";
import { Notice } from "../../ui/notice.tsx";

/** Explains once why a download failed. The server sends the reason in the `download` parameter. */
export function DownloadErrorNotice() {
  const { t } = useLingui();
  const code = useConsumedSearchParam("download");
  if (code === null) return null;
  return code === "link_expired" ? (
    <Notice tone="info" title={t`The download link has expired.`}>
      <p>
        <Trans>Download the file again from your library to get a new link.</Trans>
      </p>
    </Notice>
  ) : (
    <Notice tone="info" title={t`Couldn’t download this file.`}>
      <p>
        <Trans>
          It belongs to another account, or the shop has removed it. Your own files are listed
          below.
        </Trans>
      </p>
    </Notice>
  );
}
