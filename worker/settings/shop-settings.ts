import { z } from "zod";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { parseColor } from "../lib/color.ts";
import { recordChange } from "../audit/record-change.ts";
import { darkAccentOf, judgeAccent, LEAST_CONTRAST, type Scheme, type Verdict } from "./accent.ts";
import { findSetting, mergeSetting } from "./store.ts";

/** What the shop is called, and where its buyers write to. */
export const shopIdentity = z.strictObject({
  name: z.string().trim().min(1, "A shop needs a name.").max(120, "At most 120 characters."),
  line: z.string().trim().max(200, "At most 200 characters."),
  supportEmail: z
    .email("Write an address like help@example.com.")
    .max(254, "At most 254 characters.")
    .nullable(),
});

/** How the shop looks; null is the house's own color, and for dark pages the one that follows from the light one. */
export const shopLook = z.strictObject({
  accent: accentFor("light").nullable(),
  accentDark: accentFor("dark").nullable(),
  /** The name is not written beside the logo. */
  logoSaysName: z.boolean(),
});

export type ShopIdentity = z.output<typeof shopIdentity>;
export type ShopLook = z.output<typeof shopLook>;

/** The shop as its owner made it. `logo` is the name of a picture that `sendLogo` sends. Colors are `#rrggbb`. */
export type ShopSettings = ShopIdentity & ShopLook & { logo: string | null };

const stored = z
  .object({
    name: z.string(),
    line: z.string(),
    supportEmail: z.string().nullable(),
    accent: z.string().nullable(),
    accentDark: z.string().nullable(),
    logoSaysName: z.boolean(),
    logo: z.string().nullable(),
  })
  .partial();

/** What the shop is called and looks like; the environment's name and line until the owner says otherwise. */
export async function readShop(ctx: Ctx): Promise<ShopSettings> {
  const row = await findSetting(ctx.db, "shop");
  return {
    ...ctx.config.shop,
    supportEmail: null,
    accent: null,
    accentDark: null,
    logoSaysName: false,
    logo: null,
    ...stored.parse(row?.value ?? {}),
  };
}

/** Changes a part of what the shop is; what is not named stays, also what somebody else changes at the same time. */
export async function saveShop(
  ctx: Ctx,
  changes: ShopIdentity | ShopLook | Pick<ShopSettings, "logo">,
): Promise<ShopSettings> {
  const before: Record<string, unknown> = await readShop(ctx);
  await commit(ctx.db, [
    mergeSetting(ctx.db, { name: "shop", value: changes, updatedAt: ctx.now }),
    recordChange(ctx, {
      action: "settings.updated",
      targetId: "shop",
      before: Object.fromEntries(Object.keys(changes).map((key) => [key, before[key]])),
      after: changes,
    }),
  ]);
  return readShop(ctx);
}

/** How colors that nobody saved would read; null for what is no color. Dark pages get a color in any case. */
export function judgeLook(input: {
  accent?: string | undefined;
  accentDark?: string | undefined;
}): {
  light: Verdict | null;
  dark: Verdict | null;
} {
  const judge = (color: string | null, scheme: Scheme) =>
    color === null ? null : judgeAccent(color, scheme);
  const light = parseColor(input.accent ?? "");
  const derived = light === null ? null : darkAccentOf(light);
  const dark = input.accentDark ? parseColor(input.accentDark) : derived;
  return { light: judge(light, "light"), dark: judge(dark, "dark") };
}

function accentFor(scheme: Scheme) {
  return z
    .string()
    .max(64)
    .transform((text, check) => {
      const color = parseColor(text);
      if (color === null) {
        check.addIssue({ code: "custom", message: "Write it as #0b7285 or oklch(50% 0.1 220)." });
        return z.NEVER;
      }
      const { passes, contrast, nearest } = judgeAccent(color, scheme);
      if (!passes) {
        check.addIssue({
          code: "custom",
          message: `On ${scheme} pages this color has a contrast of ${contrast} to 1, and text needs ${LEAST_CONTRAST}. The nearest that has it is ${nearest}.`,
        });
      }
      return color;
    });
}
