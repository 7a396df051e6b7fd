import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { NetworkError, readResponse } from "../../http/errors.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button } from "../../ui/button.tsx";
import { saveTextFile } from "../../ui/save-text-file.ts";

/**
 * Downloads a list as CSV, or another file. The server asks for a fresh sign-in, and the download continues after it.
 * @param props.href the export with its filters
 */
export function ExportButton({
  path,
  href,
  label,
}: {
  path: string;
  href: string;
  label?: string;
}) {
  const { t } = useLingui();
  const download = useMutation({ mutationFn: downloadFile });
  const freshSignIn = useFreshSignIn(`export:${path}`, download);
  return (
    <div>
      <Button kind="plain" busy={download.isPending} onClick={() => download.mutate(href)}>
        {download.isPending ? t`Exporting…` : (label ?? t`Export CSV`)}
      </Button>
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      {freshSignIn.dialog}
    </div>
  );
}

async function downloadFile(href: string): Promise<void> {
  const response = await fetch(href).catch(rethrowAsNetworkError);
  if (!response.ok) await readResponse(Promise.resolve(response));
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const file = await response.blob().catch(rethrowAsNetworkError);
  saveTextFile(file, name ?? "export.csv", file.type);
}

function rethrowAsNetworkError(cause: unknown): never {
  throw new NetworkError("no answer", { cause });
}
