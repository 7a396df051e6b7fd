import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import type { Locale } from "../../../worker/lib/locales.ts";
import { api, read } from "../../http/client.ts";
import { readResponse } from "../../http/errors.ts";
import { shopQuery } from "../../http/shop.ts";

const settings = api.admin.settings;
const emailExamples = settings.mails.examples[":example"];

export type Shop = InferResponseType<typeof settings.shop.$get>;
export type AppearanceSettings = InferRequestType<typeof settings.look.$put>["json"];
export type ContrastResult = InferResponseType<typeof settings.look.verdict.$get>;
export type Policy = InferResponseType<typeof settings.policy.$get>;
export type PolicyEffect = InferResponseType<typeof settings.policy.effect.$post>;
export type ShopShareCard = InferResponseType<(typeof settings)["share-picture"]["$get"]>;
export type EmailExample = InferRequestType<typeof emailExamples.$get>["param"]["example"];
export type MailKind = keyof InferResponseType<typeof settings.mails.$get>;

const settingsKey = ["admin", "settings"];

/** The shop's name and appearance, as its owner sees them. */
export const shopSettingsQuery = queryOptions({
  queryKey: [...settingsKey, "shop"],
  queryFn: () => read(settings.shop.$get()),
});

/** What the picture of links to the shop has to show, and the one that there is. */
export const shopCardQuery = queryOptions({
  queryKey: [...settingsKey, "share-picture"],
  queryFn: () => read(settings["share-picture"].$get()),
});

/** The texts of all settings in the other languages of the shop. */
export const settingTranslationsQuery = queryOptions({
  queryKey: [...settingsKey, "translations"],
  queryFn: () => read(settings.translations.$get()),
});

export type SettingTranslations = InferResponseType<typeof settings.translations.$get>;

export const legalSettingsQuery = queryOptions({
  queryKey: [...settingsKey, "legal"],
  queryFn: () => read(settings.legal.$get()),
});

export const consentSettingsQuery = queryOptions({
  queryKey: [...settingsKey, "consent"],
  queryFn: () => read(settings.consent.$get()),
});

export const policySettingsQuery = queryOptions({
  queryKey: [...settingsKey, "policy"],
  queryFn: () => read(settings.policy.$get()),
});

export const mailSettingsQuery = queryOptions({
  queryKey: [...settingsKey, "mails"],
  queryFn: () => read(settings.mails.$get()),
});

export const taxSettingsQuery = queryOptions({
  queryKey: [...settingsKey, "tax"],
  queryFn: () => read(settings.tax.$get()),
});

export const trialSettingsQuery = queryOptions({
  queryKey: [...settingsKey, "trials"],
  queryFn: () => read(settings.trials.$get()),
});

export const languageSettingsQuery = queryOptions({
  queryKey: [...settingsKey, "languages"],
  queryFn: () => read(settings.languages.$get()),
});

/** The subject and the text of an email with example data. */
export const emailExampleQuery = (example: EmailExample, locale: Locale) =>
  queryOptions({
    queryKey: [...settingsKey, "mails", "examples", example, locale],
    queryFn: () => read(emailExamples.$get({ param: { example }, query: { locale } })),
  });

/** The URL of the HTML of an email with example data. */
export const getEmailExampleUrl = (
  example: EmailExample,
  locale: Locale,
  scheme: "light" | "dark",
) =>
  `/api/admin/settings/mails/examples/${example}/html?${new URLSearchParams({ locale, scheme })}`;

/** Sends an email with example data to the member who asks for it. */
export const sendEmailExample = (example: EmailExample, locale: Locale) =>
  read(emailExamples.test.$post({ param: { example }, json: { locale } }));

/** The contrast of two colors; an incomplete color has no result. */
export const contrastQuery = (query: { accent: string; accentDark: string }) =>
  queryOptions({
    queryKey: [...settingsKey, "verdict", query],
    queryFn: () => read(settings.look.verdict.$get({ query })),
    staleTime: Infinity,
  });

export const saveShopDetails = (json: InferRequestType<typeof settings.shop.$put>["json"]) =>
  read(settings.shop.$put({ json }));
export const saveAppearance = (json: AppearanceSettings) => read(settings.look.$put({ json }));
export const saveLegalPages = (json: InferRequestType<typeof settings.legal.$put>["json"]) =>
  read(settings.legal.$put({ json }));
export const saveConsent = (json: InferRequestType<typeof settings.consent.$put>["json"]) =>
  read(settings.consent.$put({ json }));
export const savePolicy = (json: Policy) => read(settings.policy.$put({ json }));
export const previewPolicyChange = (json: Policy) => read(settings.policy.effect.$post({ json }));
export const saveMails = (json: InferRequestType<typeof settings.mails.$put>["json"]) =>
  read(settings.mails.$put({ json }));
export const saveTax = (json: InferRequestType<typeof settings.tax.$put>["json"]) =>
  read(settings.tax.$put({ json }));
export const saveTrials = (json: InferRequestType<typeof settings.trials.$put>["json"]) =>
  read(settings.trials.$put({ json }));
export const saveLanguages = (json: InferRequestType<typeof settings.languages.$put>["json"]) =>
  read(settings.languages.$put({ json }));
export const removeLogo = () => read(settings.logo.$delete());

/**
 * Uploads a logo.
 * @throws ApiError `invalid_input` if the file is not a picture, `too_large`
 */
export async function uploadLogo(file: File): Promise<Shop> {
  return (await readResponse(
    fetch("/api/admin/settings/logo", { method: "PUT", body: file }),
  )) as Shop;
}

/** Applies saved settings to this page and to the browser's HTTP cache, which the next page uses. */
export async function applySavedShop(client: QueryClient, saved?: Shop): Promise<void> {
  if (saved) client.setQueryData(shopSettingsQuery.queryKey, saved);
  void client.invalidateQueries({ queryKey: shopCardQuery.queryKey });
  const theme = document.querySelector<HTMLLinkElement>('link[href^="/api/shop/theme.css"]');
  await Promise.all(
    ["/api/shop", "/api/shop/theme.css"].map((path) => fetch(path, { cache: "reload" })),
  ).catch(() => undefined);
  // The old stylesheet stays until the new one has loaded.
  const newTheme = theme?.cloneNode() as HTMLLinkElement | undefined;
  newTheme?.addEventListener("load", () => theme?.remove(), { once: true });
  if (newTheme) theme?.after(newTheme);
  await client.invalidateQueries({ queryKey: shopQuery.queryKey });
}
