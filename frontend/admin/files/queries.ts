import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";
import { showToast } from "../../ui/toast.tsx";

const files = api.admin.files;

export type AdminFile = InferResponseType<typeof files.$get>["files"][number];
export type AdminFileVersion = AdminFile["versions"][number];
export type UnfinishedUpload = InferResponseType<typeof files.uploads.$get>["uploads"][number];

export const filesKey = ["admin", "files"];

/** All files of a download, in order. */
export const filesQuery = (benefitId: string) =>
  queryOptions({
    queryKey: [...filesKey, benefitId],
    queryFn: async () => (await read(files.$get({ query: { benefitId } }))).files,
  });

export type ListedFile = InferResponseType<typeof files.all.$get>["items"][number];

export const allFilesKey = [...filesKey, "all"];

/** Unfinished uploads of a download's files, from any browser. */
export const unfinishedUploadsQuery = (benefitId: string) =>
  queryOptions({
    queryKey: [...filesKey, benefitId, "uploads"],
    queryFn: async () => (await read(files.uploads.$get({ query: { benefitId } }))).uploads,
    staleTime: 0,
  });

export const createFile = (json: { benefitId: string; name: string }) =>
  read(files.$post({ json }));

/** Changes to files; each refetches the files. */
export type FileChange =
  | { action: "rename"; id: string; name: string }
  | { action: "archive" | "restore"; id: string }
  | { action: "withdraw" | "offer"; versionId: string }
  | { action: "order"; benefitId: string; fileIds: string[] }
  | { action: "cancel"; fileId: string; uploadId: string };

/** What a toast says after a change. */
const changeToasts: Record<FileChange["action"], MessageDescriptor> = {
  rename: msg`File renamed`,
  archive: msg`File archived`,
  restore: msg`File restored`,
  withdraw: msg`Version withdrawn`,
  offer: msg`Version restored`,
  order: msg`File order saved`,
  cancel: msg`Upload canceled`,
};

export function useFileChange(onSuccess?: () => void) {
  const { i18n } = useLingui();
  return useMutation({
    mutationFn: (change: FileChange) => send(buildRequest(change)),
    onSuccess: async (_response, { action }, _result, { client }) => {
      await client.invalidateQueries({ queryKey: filesKey });
      showToast(i18n._(changeToasts[action]));
      onSuccess?.();
    },
  });
}

function buildRequest(change: FileChange) {
  const versions = api.admin["file-versions"][":id"];
  switch (change.action) {
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
    case "cancel": {
      const { fileId: id, uploadId } = change;
      return files[":id"].uploads[":uploadId"].$delete({ param: { id, uploadId } });
    }
  }
}
