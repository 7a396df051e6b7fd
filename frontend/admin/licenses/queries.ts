import { useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { itemQuery, useChange } from "../frame/queries.ts";
import { api, read, send } from "../../http/client.ts";
import { routeQuery } from "../../http/route-query.ts";
import { showToast } from "../../ui/toast.tsx";

const licenses = api.admin.licenses;

export type ListedLicense = InferResponseType<typeof licenses.$get>["items"][number];
export type AdminLicense = InferResponseType<(typeof licenses)[":id"]["$get"]>;
export type ImportResult = InferResponseType<typeof licenses.preview.$post>;
export type Stock = InferResponseType<(typeof licenses.stock)[":benefitId"]["$get"]>;

export const licensesKey = ["admin", "licenses"];

export const licenseQuery = itemQuery(licensesKey, licenses[":id"]);

export const stockQuery = (benefitId: string) =>
  routeQuery([...licensesKey, "stock", benefitId], () =>
    licenses.stock[":benefitId"].$get({ param: { benefitId } }),
  );

/** Disables or enables a license key. */
export function useSetLicenseDisabled(id: string) {
  return useMutation({
    mutationFn: (isDisabled: boolean) => {
      const suspension = licenses[":id"].suspension;
      return send(
        isDisabled ? suspension.$post({ param: { id } }) : suspension.$delete({ param: { id } }),
      );
    },
    onSuccess: async (_response, isDisabled, _result, { client }) => {
      await client.invalidateQueries({ queryKey: licensesKey });
      showToast(isDisabled ? "License disabled" : "License enabled");
    },
  });
}

/** Reads a whole key, which the audit log records. */
export const useRevealKey = (id: string) =>
  useMutation({ mutationFn: () => read(licenses[":id"].key.$post({ param: { id } })) });

/** Deactivates a device. */
export function useRemoveDevice(id: string) {
  return useMutation({
    mutationFn: (activationId: string) =>
      send(licenses[":id"].activations[":activationId"].$delete({ param: { id, activationId } })),
    onSuccess: () => showToast("Device removed"),
    onSettled: (_response, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: licenseQuery(id).queryKey }),
  });
}

/** Hands out keys to waiting buyers. */
export function useHandOutKeys(benefitId: string) {
  return useChange(licensesKey, (_: void) =>
    read(licenses.stock[":benefitId"].fulfillment.$post({ param: { benefitId } })),
  );
}

export type KeyImport = { benefitId: string; csv: string; handOut: boolean };

export const previewImport = (json: KeyImport) => read(licenses.preview.$post({ json }));

export const importKeys = (json: KeyImport) => read(licenses.$post({ json }));

export const useImportKeys = () => useChange(licensesKey, importKeys);
