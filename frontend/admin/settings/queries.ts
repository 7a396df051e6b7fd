import type { ClientResponse, InferRequestType, InferResponseType } from "hono/client";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Locale } from "../../../worker/shared/locales.ts";
import { api, read } from "../../http/client.ts";
import { savingVersion } from "../frame/queries.ts";
import { routeQuery } from "../../http/route-query.ts";
import { readResponse } from "../../http/errors.ts";
import { shopQuery } from "../../http/shop.ts";

const settings = api.admin.settings;
const emailExamples = settings.emails.examples[":example"];

export type Shop = InferResponseType<typeof settings.shop.$get>;
export type ContrastResult = InferResponseType<typeof settings.look.verdict.$get>;
export type Policy = InferResponseType<typeof settings.policy.$get>;
export type PolicyEffect = InferResponseType<typeof settings.policy.effect.$post>;
export type StorefrontSettings = InferResponseType<typeof settings.storefront.$get>;
export type ShopShareCard = InferResponseType<(typeof settings)["share-picture"]["$get"]>;
export type EmailExample = InferRequestType<typeof emailExamples.$get>["param"]["example"];
export type EmailKind = Exclude<
  keyof InferResponseType<typeof settings.emails.$get>,
  "version" | "renewalNoticeDays" | "checkoutReminderHours"
>;

const settingsKey = ["admin", "settings"];

/** A setting as it is saved. */
const settingQuery = <Saved>(
  name: string,
  route: { $get: () => Promise<ClientResponse<Saved, number, "json">> },
) => routeQuery([...settingsKey, name], () => route.$get());

/** The shop's name and appearance, as its owner sees them. */
export const shopSettingsQuery = settingQuery("shop", settings.shop);

/** What the picture of links to the shop has to show, and the one that there is. */
export const shopCardQuery = settingQuery("share-picture", settings["share-picture"]);

/** The texts of all settings in the other languages of the shop. */
export const settingTranslationsQuery = settingQuery("translations", settings.translations);

export type SettingTranslations = InferResponseType<typeof settings.translations.$get>;

export const legalSettingsQuery = settingQuery("legal", settings.legal);

/** What the templates of legal pages are filled with. */
export const legalFactsQuery = settingQuery("legal-facts", settings["legal-facts"]);

export const consentSettingsQuery = settingQuery("consent", settings.consent);
export const policySettingsQuery = settingQuery("policy", settings.policy);
export const emailSettingsQuery = settingQuery("emails", settings.emails);
export const eInvoiceSettingsQuery = settingQuery("e-invoices", settings["e-invoices"]);
export const taxSettingsQuery = settingQuery("tax", settings.tax);
export const trialSettingsQuery = settingQuery("trials", settings.trials);
export const checkoutSettingsQuery = settingQuery("checkout", settings.checkout);
export const winBackSettingsQuery = settingQuery("win-back", settings["win-back"]);
export const lawSettingsQuery = settingQuery("law", settings.law);
export const storefrontSettingsQuery = settingQuery("storefront", settings.storefront);
export const languageSettingsQuery = settingQuery("languages", settings.languages);

export type WinBackSettings = InferResponseType<(typeof settings)["win-back"]["$get"]>;

/** How often the win-back offer was shown and taken in the last 90 days. */
export const winBackFiguresQuery = routeQuery([...settingsKey, "win-back-figures"], () =>
  settings["win-back"].figures.$get(),
);

/** How many emails about left checkouts were sent in the last 90 days, and after how many of them the customer paid. */
export const reminderFiguresQuery = routeQuery([...settingsKey, "checkout-reminders"], () =>
  settings.emails["checkout-reminders"].$get(),
);

/** The rules of law that apply to the shop, and what is done about them. Other settings change it, too. */
export const lawRulesQuery = settingQuery("law-rules", settings.law.rules);

/** The subject and the text of an email with example data. */
export const emailExampleQuery = (example: EmailExample, locale: Locale) =>
  routeQuery([...settingsKey, "emails", "examples", example, locale], () =>
    emailExamples.$get({ param: { example }, query: { locale } }),
  );

/** The URL of the HTML of an email with example data. */
export const getEmailExampleUrl = (
  example: EmailExample,
  locale: Locale,
  scheme: "light" | "dark",
) =>
  `/api/admin/settings/emails/examples/${example}/html?${new URLSearchParams({ locale, scheme })}`;

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

export const saveShopDetails = savingVersion(settings.shop);
export const saveAppearance = savingVersion(settings.look);
export const saveLegalPages = savingVersion(settings.legal);
export const saveConsent = savingVersion(settings.consent);
export const savePolicy = savingVersion(settings.policy);
export const previewPolicyChange = ({ version: _, ...json }: Policy) =>
  read(settings.policy.effect.$post({ json }));
export const saveEmails = savingVersion(settings.emails);
export const saveEInvoices = savingVersion(settings["e-invoices"]);
export const saveTax = savingVersion(settings.tax);
export const saveTrials = savingVersion(settings.trials);
export const saveCheckout = savingVersion(settings.checkout);
export const saveWinBack = savingVersion(settings["win-back"]);
export const saveLaw = savingVersion(settings.law);
export const saveStorefront = savingVersion(settings.storefront);
export const saveLanguages = savingVersion(settings.languages);
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

/** Puts the saved translations of a setting into the cache. */
export function applySettingTranslations(
  client: QueryClient,
  saved: Partial<Omit<SettingTranslations, "languages">>,
): void {
  client.setQueryData(
    settingTranslationsQuery.queryKey,
    (before: SettingTranslations | undefined) => before && { ...before, ...saved },
  );
}
