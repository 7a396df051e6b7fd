import type { Ctx } from "../context.ts";
import { DAY } from "../lib/time.ts";
import type { EmailKind } from "../settings/email-settings.ts";
import { readShopSettings } from "../settings/shop-settings.ts";
import type { EmailLibraryEntry } from "./email-content.ts";
import { renderEmail, type RenderedEmail } from "./render-email.ts";
import { buildEmailContent } from "./build-email-content.ts";

/** Renders a kind of email with example data. */
export async function previewEmail(ctx: Ctx, input: { kind: EmailKind }): Promise<RenderedEmail> {
  const { name } = await readShopSettings(ctx);
  const content = buildEmailContent(input.kind, {
    shop: { name, origin: ctx.config.origin },
    userName: "Ann",
    entry: { ...exampleEntry(ctx.now), ...exampleOverrides(ctx.now)[input.kind] },
    remaining: [],
    failedRefund: { amountMinor: 900, currency: "usd", isRetried: false },
  });
  if (!content) throw new Error(`The example of ${input.kind} tells of nothing`);
  return renderEmail(content, name);
}

function exampleEntry(now: number): EmailLibraryEntry {
  return {
    id: "sub_example",
    sourceId: "sub_example",
    source: "subscription",
    product: {
      id: "prd_example",
      slug: "example",
      name: "Example Membership",
      tagline: "",
      image: null,
      planGroup: null,
    },
    access: { active: true, reason: "subscription_active", since: now, until: null },
    notice: null,
    quantity: 1,
    renewsAt: now + 30 * DAY,
    benefits: [
      {
        id: "bnf_example",
        grantId: "grt_example",
        type: "feature",
        name: "An example of what is in it",
        note: null,
        key: "example",
        limit: null,
      },
    ],
    price: { amountMinor: 900, currency: "usd", interval: "month", intervalCount: 1, tax: null },
  };
}

/** The fields of the example that differ for each kind of email. */
function exampleOverrides(now: number): Record<EmailKind, Partial<EmailLibraryEntry>> {
  const since = now - 90 * DAY;
  const [soon, grace] = [now + 3 * DAY, now + 14 * DAY];
  return {
    purchase: {},
    payment_failed: {
      access: { active: true, reason: "subscription_past_due", since, until: grace },
      notice: { code: "payment_failed", at: grace },
    },
    ending_soon: {
      access: { active: true, reason: "subscription_canceling", since, until: soon },
    },
    access_ended: {
      access: { active: false, reason: "subscription_ended", since, until: now },
    },
    refunded_duplicate: { notice: { code: "refunded_duplicate", at: now } },
    refund_failed: {},
    keys_arrived: {
      benefits: [
        {
          id: "bnf_example",
          grantId: "grt_example",
          type: "license_key",
          name: "License key",
          note: null,
          waitingFor: null,
          license: null,
        },
      ],
    },
    trial_refused: {
      access: { active: false, reason: "subscription_ended", since: now, until: now },
      notice: { code: "trial_refused_user", at: now },
    },
  };
}
