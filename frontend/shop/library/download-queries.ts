import { useMutation } from "@tanstack/react-query";
import { api, read } from "../../http/client.ts";
import type { OwnedBenefitOf } from "./queries.ts";

/** A file in its holder's hands, and one of its versions. */
export type OwnedFile = OwnedBenefitOf<"download">["files"][number];
export type OwnedVersion = OwnedFile["newest"];

/** Asks for a link to a version and follows it: the browser saves what comes, and the page stays. */
export function useDownload(versionId: string) {
  return useMutation({
    mutationFn: () => read(api.me.downloads[":id"].links.$post({ param: { id: versionId } })),
    onSuccess: ({ url }) => location.assign(url),
  });
}
