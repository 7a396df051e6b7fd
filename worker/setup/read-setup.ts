import { z } from "zod";
import { exampleShopNames } from "../config/refuse-example-values.ts";
import type { Ctx } from "../context.ts";
import { listLegalPages } from "../settings/legal-pages.ts";
import { readShopSettings } from "../settings/shop-settings.ts";
import { findSetting } from "../settings/store.ts";
import { findSignal } from "../sync/health/health-signals.ts";
import { listSetupItems, setupItemIds, type Setup, type SetupFacts } from "./setup-items.ts";
import { readSetupRow, isOwner } from "./store.ts";

/** The setting: which items the owner has skipped. */
export const setupSettings = z.partialRecord(z.enum(setupItemIds), z.literal(true));

/** Returns the checklist of a new shop. Nothing in it is cached. */
export async function readSetup(ctx: Ctx): Promise<Setup> {
  const [facts] = await readFacts(ctx);
  return listSetupItems(facts);
}

/**
 * Returns whether a sign-in leads to the checklist: this user is an owner, there is no purchase in this mode, and
 * something is left to set up.
 */
export async function isFirstHour(ctx: Ctx, input: { userId: string }): Promise<boolean> {
  if (!(await isOwner(ctx.db, input.userId))) return false;
  const [facts, { hasPurchase }] = await readFacts(ctx);
  return !hasPurchase && !listSetupItems(facts).isFinished;
}

async function readFacts(ctx: Ctx): Promise<[facts: SetupFacts, more: { hasPurchase: boolean }]> {
  const { mode, apiUrl } = ctx.config.stripe;
  const [row, shop, legalPages, setting, testEmail, webhook, passed, failed] = await Promise.all([
    readSetupRow(ctx.db, mode),
    readShopSettings(ctx),
    listLegalPages(ctx),
    findSetting(ctx.db, "setup"),
    findSignal(ctx, "test_email_sent"),
    findSignal(ctx, "webhook_verified"),
    findSignal(ctx, "doctor_passed"),
    findSignal(ctx, "doctor_failed"),
  ]);
  const skipped = setupSettings.parse(setting?.value ?? {});
  const facts: SetupFacts = {
    isLive: mode === "live",
    isSandbox: apiUrl !== undefined,
    brand: {
      hasOwnName: !exampleShopNames.includes(shop.name),
      hasColor: shop.accent !== null,
      hasLogo: shop.logo !== null,
    },
    publishedSlug: row.publishedSlug,
    draft: row.draft === null ? null : (JSON.parse(row.draft) as SetupFacts["draft"]),
    hasTestPurchase: row.hasTestPurchase === 1,
    legalPages,
    email: {
      isConfigured: ctx.config.auth.emailSender !== undefined,
      wasSent: testEmail !== null || row.hasSentEmail === 1,
    },
    hasVisitor: row.hasVisitor === 1,
    hasWebhook: webhook !== null,
    doctor:
      passed === null && failed === null
        ? null
        : (passed?.lastAt ?? 0) > (failed?.lastAt ?? 0)
          ? "passed"
          : "failed",
    skipped: setupItemIds.filter((id) => skipped[id]),
  };
  return [facts, { hasPurchase: row.hasPurchase === 1 }];
}
