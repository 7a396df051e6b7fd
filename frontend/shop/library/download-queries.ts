import { useMutation } from "@tanstack/react-query";
import { api, read } from "../../http/client.ts";
import type { OwnedBenefitOf } from "./queries.ts";

/** A file of a download, and one of its versions. */
export type OwnedFile = OwnedBenefitOf<"download">["files"][number];
export type OwnedVersion = OwnedFile["newest"];

/** Requests a download link and opens it. The browser saves the file and stays on the page. */
export function useDownload(versionId: string) {
  return useMutation({
    mutationFn: () => read(api.me.downloads[":id"].links.$post({ param: { id: versionId } })),
    onSuccess: ({ url }) => location.assign(url),
  });
}
