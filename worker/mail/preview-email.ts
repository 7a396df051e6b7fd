import type { Ctx } from "../context.ts";
import { DAY } from "../lib/time.ts";
import type { MailKind } from "../settings/email-settings.ts";
import { readShop } from "../settings/shop-settings.ts";
import type { Subject } from "./email-content.ts";
import { renderLetter, type RenderedMail } from "./render-email.ts";
import { writeLetter } from "./build-email-content.ts";

/** A kind of mail as a buyer would get it, about a purchase that nobody made. */
export async function showMailExample(ctx: Ctx, input: { kind: MailKind }): Promise<RenderedMail> {
  const { name } = await readShop(ctx);
  const letter = writeLetter(input.kind, {
    shop: { name, origin: ctx.config.origin },
    personName: "Ann",
    entry: { ...exampleOf(ctx.now), ...twists(ctx.now)[input.kind] },
    remaining: [],
  });
  if (!letter) throw new Error(`The example of ${input.kind} tells of nothing`);
  return renderLetter(letter, name);
}

function exampleOf(now: number): Subject {
  return {
    id: "sub_example",
    source: "subscription",
    product: {
      id: "prd_example",
      slug: "example",
      name: "Example Membership",
      tagline: "",
      image: null,
      exclusiveGroup: null,
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
    price: { amountMinor: 900, currency: "usd", interval: "month", intervalCount: 1 },
  };
}

/** What is otherwise in the life of the example, for each kind to have something to tell. */
function twists(now: number): Record<MailKind, Partial<Subject>> {
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
  };
}
