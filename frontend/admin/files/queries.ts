import { queryOptions, useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";

const files = api.admin.files;

export type SellersFile = InferResponseType<typeof files.$get>["files"][number];
export type SellersVersion = SellersFile["versions"][number];
export type OpenUpload = InferResponseType<typeof files.uploads.$get>["uploads"][number];

/** Every file of a download, in its order. */
export const filesQuery = (benefitId: string) =>
  queryOptions({
    queryKey: ["admin", "files", benefitId],
    queryFn: async () => (await read(files.$get({ query: { benefitId } }))).files,
  });

/** Uploads of a download's files that were begun, here or elsewhere. */
export const openUploadsQuery = (benefitId: string) =>
  queryOptions({
    queryKey: ["admin", "files", benefitId, "uploads"],
    queryFn: async () => (await read(files.uploads.$get({ query: { benefitId } }))).uploads,
    staleTime: 0,
  });

export const createFile = (json: { benefitId: string; name: string }) =>
  read(files.$post({ json }));

/** What is done to files; each shows them anew. */
export type FileChange =
  | { do: "rename"; id: string; name: string }
  | { do: "archive" | "restore"; id: string }
  | { do: "withdraw" | "offer"; versionId: string }
  | { do: "order"; benefitId: string; fileIds: string[] }
  | { do: "give up"; fileId: string; uploadId: string };

export function useFileChange(onSuccess?: () => void) {
  return useMutation({
    mutationFn: (change: FileChange) => send(request(change)),
    onSuccess: async (_answer, _change, _result, { client }) => {
      await client.invalidateQueries({ queryKey: ["admin", "files"] });
      onSuccess?.();
    },
  });
}

function request(change: FileChange) {
  const versions = api.admin["file-versions"][":id"];
  switch (change.do) {
    case "rename":
      return files[":id"].name.$put({ param: { id: change.id }, json: { name: change.name } });
    case "archive":
      return files[":id"].archival.$post({ param: { id: change.id } });
    case "restore":
      return files[":id"].archival.$delete({ param: { id: change.id } });
    case "withdraw":
      return versions.withdrawal.$post({ param: { id: change.versionId } });
    case "offer":
      return versions.withdrawal.$delete({ param: { id: change.versionId } });
    case "order": {
      const { benefitId, fileIds } = change;
      return files.order.$put({ json: { benefitId, fileIds } });
    }
    case "give up": {
      const { fileId: id, uploadId } = change;
      return files[":id"].uploads[":uploadId"].$delete({ param: { id, uploadId } });
    }
  }
}
