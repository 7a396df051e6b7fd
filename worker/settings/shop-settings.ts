import { z } from "zod";
import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { typefaceNames, type Typeface } from "../shared/typefaces.ts";
import { parseColor } from "../shared/color.ts";
import { locales } from "../shared/locales.ts";
import type { StoredSharePicture } from "../drawing/share-card.ts";
import { recordChange } from "../audit/record-change.ts";
import {
  deriveDarkAccent,
  checkAccent,
  MIN_CONTRAST,
  type ColorScheme,
  type AccentCheck,
} from "./accent.ts";
import { commitSetting } from "./define-setting.ts";
import { settingTranslations, writeSettingTranslations } from "./setting-translations.ts";
import { readSetting } from "./read-setting.ts";
import { mergeSetting } from "./store.ts";
import { plainText } from "../lib/text-schema.ts";
import { isTimeZone, openCalendar, type Calendar } from "../lib/time.ts";

/** The shop's name and texts, and its contact address. */
export const shopDetails = z.strictObject({
  name: plainText(120).min(1, "Enter a name."),
  line: plainText(200),
  supportEmail: z
    .email("Enter an email address like help@example.com.")
    .max(254, "Must be 254 characters or fewer.")
    .nullable(),
});

/** The details as they are saved, with all translations. What is left out is unchanged. */
export const savedShopDetails = shopDetails.partial().extend({
  translations: settingTranslations.shop.optional(),
  /** In which the overview counts days: an IANA name, or null for UTC. */
  timeZone: z.string().refine(isTimeZone, "Choose a time zone.").nullable().optional(),
});

/**
 * How the shop looks. A null `accent` means the default color; a null `accentDark` means that it is derived from
 * `accent`.
 */
export const shopAppearance = z.strictObject({
  accent: accentSchema("light").nullable(),
  accentDark: accentSchema("dark").nullable(),
  /** If true, the name isn't shown beside the logo. */
  logoSaysName: z.boolean(),
  /** Unchanged if left out. */
  typeface: z.enum(typefaceNames).optional(),
});

export type ShopDetails = z.output<typeof shopDetails>;
export type ShopAppearance = z.output<typeof shopAppearance>;

/**
 * The shop's settings. `logo` is a name for `sendLogo`. Colors are `#rrggbb`. `sharePicture` is the picture of links to
 * the shop. `timeZone` is null until one is chosen. `version` is what an edit begins from.
 */
export type ShopSettings = ShopDetails &
  ShopAppearance & {
    logo: string | null;
    typeface: Typeface;
    timeZone: string | null;
    sharePicture: StoredSharePicture | null;
    version: number;
  };

const drawnPicture = z.object({ sha256: z.string(), source: z.string() });

const storedShopSettings = z
  .object({
    name: z.string(),
    line: z.string(),
    supportEmail: z.string().nullable(),
    accent: z.string().nullable(),
    accentDark: z.string().nullable(),
    logoSaysName: z.boolean(),
    logo: z.string().nullable(),
    typeface: z.enum(typefaceNames).catch("system"),
    timeZone: z.string().nullable(),
    sharePicture: drawnPicture
      .extend({ locales: z.partialRecord(z.enum(locales), drawnPicture).optional() })
      .nullable(),
  })
  .partial();

/** Returns the shop's settings. `name` and `line` default to the environment's. */
export async function readShopSettings(ctx: Ctx): Promise<ShopSettings> {
  const row = await readSetting(ctx, "shop");
  return {
    ...ctx.config.shop,
    supportEmail: null,
    accent: null,
    accentDark: null,
    logoSaysName: false,
    logo: null,
    typeface: "system",
    timeZone: null,
    sharePicture: null,
    ...storedShopSettings.parse(row?.value ?? {}),
    version: row?.updatedAt ?? 0,
  };
}

/** Opens the calendar by which the shop's days are counted: of its time zone, or of UTC. */
export async function openShopCalendar(ctx: Ctx): Promise<Calendar> {
  return openCalendar((await readShopSettings(ctx)).timeZone ?? "UTC");
}

/**
 * Saves the given fields and leaves all others unchanged, even if another request changes them at the same time.
 * @param extraStatements further writes of the batch
 * @param version that the edit began from; undefined saves in any case
 * @throws `edit_conflict` if the settings were saved since
 */
export async function saveShopSettings(
  ctx: Ctx,
  changes:
    | Omit<z.output<typeof savedShopDetails>, "translations">
    | ShopAppearance
    | Pick<ShopSettings, "logo">
    | Pick<ShopSettings, "sharePicture">,
  extraStatements: Statement[] = [],
  version?: number,
): Promise<ShopSettings> {
  const before: Record<string, unknown> = await readShopSettings(ctx);
  await commitSetting(ctx, { name: "shop", version }, [
    mergeSetting(ctx.db, { name: "shop", value: changes, updatedAt: ctx.now }),
    // The browser of whoever opens a page of the console draws the picture: nobody decides it.
    ...("sharePicture" in changes
      ? []
      : [
          recordChange(ctx, {
            action: "settings.updated",
            targetId: "shop",
            before: Object.fromEntries(Object.keys(changes).map((key) => [key, before[key]])),
            after: changes,
          }),
        ]),
    ...extraStatements,
  ]);
  return readShopSettings(ctx);
}

/** Saves the shop's name and texts. */
export async function saveShopDetails(
  ctx: Ctx,
  { translations, version, ...details }: z.output<typeof savedShopDetails> & Versioned,
): Promise<ShopSettings> {
  const texts = await writeSettingTranslations(ctx, "shop", translations);
  return saveShopSettings(ctx, details, texts, version);
}

type Versioned = { version?: number | undefined };

/** Saves how the shop looks. */
export function saveAppearance(
  ctx: Ctx,
  { version, ...appearance }: ShopAppearance & Versioned,
): Promise<ShopSettings> {
  return saveShopSettings(ctx, appearance, [], version);
}

/**
 * Checks colors before they are saved. The result is null for an invalid color. The dark color is derived if it isn't
 * given.
 */
export function checkAccents(input: {
  accent?: string | undefined;
  accentDark?: string | undefined;
}): {
  light: AccentCheck | null;
  dark: AccentCheck | null;
} {
  const checkColor = (color: string | null, scheme: ColorScheme) =>
    color === null ? null : checkAccent(color, scheme);
  const light = parseColor(input.accent ?? "");
  const derived = light === null ? null : deriveDarkAccent(light);
  const dark = input.accentDark ? parseColor(input.accentDark) : derived;
  return { light: checkColor(light, "light"), dark: checkColor(dark, "dark") };
}

function accentSchema(scheme: ColorScheme) {
  return z
    .string()
    .max(64)
    .transform((text, check) => {
      const color = parseColor(text);
      if (color === null) {
        check.addIssue({
          code: "custom",
          message: "Enter a color like #0b7285 or oklch(50% 0.1 220).",
        });
        return z.NEVER;
      }
      const { passes, contrast, nearest } = checkAccent(color, scheme);
      if (!passes) {
        check.addIssue({
          code: "custom",
          message: `In ${scheme} mode, this color has a contrast of ${contrast}:1, but text needs at least ${MIN_CONTRAST}:1. The nearest readable color is ${nearest}.`,
        });
      }
      return color;
    });
}
