import { queryOptions, useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";

const licenses = api.admin.licenses;

export type ListedLicense = InferResponseType<typeof licenses.$get>["items"][number];
export type SellersLicense = InferResponseType<(typeof licenses)[":id"]["$get"]>;
export type ImportResult = InferResponseType<typeof licenses.preview.$post>;
export type Stock = InferResponseType<(typeof licenses.stock)[":benefitId"]["$get"]>;

export const licensesKey = ["admin", "licenses"];

/** A page of the list; the parameters are the address's. */
export const fetchLicenses = (query: Record<string, string>) => read(licenses.$get({ query }));

export const licenseQuery = (id: string) =>
  queryOptions({
    queryKey: [...licensesKey, id],
    queryFn: () => read(licenses[":id"].$get({ param: { id } })),
  });

export const stockQuery = (benefitId: string) =>
  queryOptions({
    queryKey: [...licensesKey, "stock", benefitId],
    queryFn: () => read(licenses.stock[":benefitId"].$get({ param: { benefitId } })),
  });

/** Stops a key, or lets it work again. */
export function useSuspension(id: string, onSuccess: () => void) {
  return useMutation({
    mutationFn: (isDisabled: boolean) => {
      const suspension = licenses[":id"].suspension;
      return send(
        isDisabled ? suspension.$post({ param: { id } }) : suspension.$delete({ param: { id } }),
      );
    },
    onSuccess: async (_answer, _input, _result, { client }) => {
      await client.invalidateQueries({ queryKey: licensesKey });
      onSuccess();
    },
  });
}

/** Takes a device off a key. */
export function useDeviceRemoval(id: string) {
  return useMutation({
    mutationFn: (activationId: string) =>
      send(licenses[":id"].activations[":activationId"].$delete({ param: { id, activationId } })),
    onSettled: (_answer, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: [...licensesKey, id] }),
  });
}

/** Hands keys to those who wait. */
export function useHandOut(benefitId: string) {
  return useMutation({
    mutationFn: () =>
      read(licenses.stock[":benefitId"].fulfillment.$post({ param: { benefitId } })),
    onSuccess: (_answer, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: licensesKey }),
  });
}

export type Import = { benefitId: string; csv: string; handOut: boolean };

export const previewImport = (json: Import) => read(licenses.preview.$post({ json }));

export const importKeys = (json: Import) => read(licenses.$post({ json }));
