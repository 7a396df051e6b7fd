import type { AnswerCache } from "../../../http/answers.ts";
import { api, read, send } from "../../../http/client.ts";
import { queryKeys } from "../../../http/query-keys.ts";
import { useMutation } from "../../../http/use-mutation.ts";
import { saveTextFile } from "../../../ui/save-text-file.ts";

import type { OwnedBenefitOf } from "../queries.ts";

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

/** Requests a link that plays a file. */
export function usePlay(versionId: string) {
  return useMutation({
    mutationFn: () => read(api.me.downloads[":id"].links.$post({ param: { id: versionId } })),
  });
}

/** Invalidates the library and the checkout confirmation, which also shows benefits. */
function invalidateLibrary(cache: AnswerCache) {
  return Promise.all([
    cache.invalidateQueries({ queryKey: queryKeys.library }),
    cache.invalidateQueries({ queryKey: queryKeys.checkouts }),
  ]);
}

/** Replaces a license key with a new one. */
export function useRotateLicense() {
  return useMutation({
    mutationFn: (id: string) => read(api.me.licenses[":id"].rotation.$post({ param: { id } })),
    onSuccess: (_response, _id, cache) => invalidateLibrary(cache),
  });
}

/** Deactivates a device. */
export function useRemoveDevice() {
  return useMutation({
    mutationFn: (id: string) => send(api.me.activations[":id"].$delete({ param: { id } })),
    onSettled: (cache) => invalidateLibrary(cache),
  });
}

/** Downloads a license file: for one device, or for all devices if the key has no device limit. */
export function useDownloadLicenseFile(id: string) {
  return useMutation({
    mutationFn: async (activationId: string | undefined) => {
      const json = activationId === undefined ? {} : { activationId };
      const request = api.me.licenses[":id"].file.$post({ param: { id }, json });
      const { file, fileName, expiresAt } = await read(request);
      saveTextFile(file, fileName);
      return { expiresAt };
    },
  });
}

/** Sets the name that keys are issued to, which is the account's name. */
export function useSetAccountName() {
  return useMutation({
    mutationFn: (name: string) => read(api.me.account.$patch({ json: { name } })),
    onSuccess: (_response, _name, cache) =>
      Promise.all([
        invalidateLibrary(cache),
        cache.invalidateQueries({ queryKey: queryKeys.me, exact: true }),
        cache.invalidateQueries({ queryKey: queryKeys.account }),
      ]),
  });
}

/** Claims a license key that was bought elsewhere. */
export function useClaimLicense() {
  return useMutation({
    mutationFn: (key: string) => send(api.me.licenses.$post({ json: { key } })),
    onSuccess: (_response, _key, cache) => invalidateLibrary(cache),
  });
}
