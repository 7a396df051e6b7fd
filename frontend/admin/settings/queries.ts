import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";
import { readResponse } from "../../http/errors.ts";
import { shopQuery } from "../../http/shop.ts";

const settings = api.admin.settings;

export type Shop = InferResponseType<typeof settings.shop.$get>;
export type Look = InferRequestType<typeof settings.look.$put>["json"];
export type Verdict = InferResponseType<typeof settings.look.verdict.$get>;
export type Policy = InferResponseType<typeof settings.policy.$get>;
export type PolicyEffect = InferResponseType<typeof settings.policy.effect.$post>;
export type MailKind = keyof InferResponseType<typeof settings.mails.$get>;

/** What the shop is called and looks like, as its owner sees it. */
export const shopSettingsQuery = queryOptions({
  queryKey: ["admin", "settings", "shop"],
  queryFn: () => read(settings.shop.$get()),
});

export const legalSettingsQuery = queryOptions({
  queryKey: ["admin", "settings", "legal"],
  queryFn: () => read(settings.legal.$get()),
});

export const policySettingsQuery = queryOptions({
  queryKey: ["admin", "settings", "policy"],
  queryFn: () => read(settings.policy.$get()),
});

export const mailSettingsQuery = queryOptions({
  queryKey: ["admin", "settings", "mails"],
  queryFn: () => read(settings.mails.$get()),
});

export const taxSettingsQuery = queryOptions({
  queryKey: ["admin", "settings", "tax"],
  queryFn: () => read(settings.tax.$get()),
});

export const mailPreviewQuery = (kind: MailKind) =>
  queryOptions({
    queryKey: ["admin", "settings", "mails", kind],
    queryFn: () => read(settings.mails[":kind"].preview.$get({ param: { kind } })),
  });

/** How two colors would read; what is no color yet has no verdict. */
export const verdictQuery = (query: { accent: string; accentDark: string }) =>
  queryOptions({
    queryKey: ["admin", "settings", "verdict", query],
    queryFn: () => read(settings.look.verdict.$get({ query })),
    staleTime: Infinity,
  });

export const saveIdentity = (json: InferRequestType<typeof settings.shop.$put>["json"]) =>
  read(settings.shop.$put({ json }));
export const saveLook = (json: Look) => read(settings.look.$put({ json }));
export const saveLegal = (json: InferRequestType<typeof settings.legal.$put>["json"]) =>
  read(settings.legal.$put({ json }));
export const savePolicy = (json: Policy) => read(settings.policy.$put({ json }));
export const weighPolicy = (json: Policy) => read(settings.policy.effect.$post({ json }));
export const saveMails = (json: InferRequestType<typeof settings.mails.$put>["json"]) =>
  read(settings.mails.$put({ json }));
export const saveTax = (json: InferRequestType<typeof settings.tax.$put>["json"]) =>
  read(settings.tax.$put({ json }));
export const removeLogo = () => read(settings.logo.$delete());

/** @throws ApiError `invalid_input` for what is no picture, `too_large` */
export async function uploadLogo(file: File): Promise<Shop> {
  return (await readResponse(
    fetch("/api/admin/settings/logo", { method: "PUT", body: file }),
  )) as Shop;
}

/** Shows what was saved at once, here and in what the browser keeps for the next page. */
export async function showSavedShop(client: QueryClient, saved?: Shop): Promise<void> {
  if (saved) client.setQueryData(shopSettingsQuery.queryKey, saved);
  const theme = document.querySelector<HTMLLinkElement>('link[href^="/api/shop/theme.css"]');
  await Promise.all(
    ["/api/shop", "/api/shop/theme.css"].map((path) => fetch(path, { cache: "reload" })),
  ).catch(() => undefined);
  // The old sheet stays until the new one is there.
  const fresh = theme?.cloneNode() as HTMLLinkElement | undefined;
  fresh?.addEventListener("load", () => theme?.remove(), { once: true });
  if (fresh) theme?.after(fresh);
  await client.invalidateQueries({ queryKey: shopQuery.queryKey });
}
