import type { Ctx } from "../../context.ts";
import { SESSION_IDLE_MS } from "../../identity/sign-in/session-lifetime.ts";
import { DAY } from "../../lib/time.ts";
import { eInvoiceSettings } from "../../settings/e-invoice-settings.ts";
import { lawSettings } from "../../settings/law-settings.ts";
import { readShopSettings } from "../../settings/shop-settings.ts";
import { taxSettings } from "../../settings/tax-settings.ts";
import type { ChosenDays } from "../../shared/retention-days.ts";

/** What the shop knows for the templates of its legal pages. An empty text is not known. */
export type LegalFacts = {
  origin: string;
  supportEmail: string | null;
  /** As in the settings of e-invoices. `country` is ISO 3166-1 alpha-2. */
  seller: Record<"name" | "street" | "postalCode" | "city" | "country" | "vatId" | "phone", string>;
  /** The names of the providers that users sign in with. */
  signIn: string[];
  /** `other`: a service with the API of Resend. */
  emailSender: "resend" | "cloudflare" | "other" | null;
  soldByLink: boolean;
  /** After how many days without use a session ends. */
  sessionDays: number;
  /** What the deployment says about the retention schedule. */
  days: ChosenDays;
};

const isResend = (url: string) => new URL(url).hostname === "api.resend.com";

/** Reads what the templates of legal pages are filled with. */
export async function readLegalFacts(ctx: Ctx): Promise<LegalFacts> {
  const { origin, auth, stripe } = ctx.config;
  const [shop, invoices, market, tax] = await Promise.all([
    readShopSettings(ctx),
    eInvoiceSettings.read(ctx),
    lawSettings.read(ctx),
    taxSettings.read(ctx),
  ]);
  const { name, street, postalCode, city, vatId, phone } = invoices;
  const sender = auth.emailSender;
  const country = invoices.country || (market.seller ?? "");
  return {
    origin,
    supportEmail: shop.supportEmail,
    seller: { name, street, postalCode, city, country, vatId, phone },
    signIn: auth.providers.map((provider) => provider.name),
    emailSender:
      sender?.kind === "resend" && !isResend(sender.apiUrl) ? "other" : (sender?.kind ?? null),
    soldByLink: tax.soldByLink,
    sessionDays: SESSION_IDLE_MS / DAY,
    days: { EVENT_DAYS: stripe.eventDays, EVENT_PAYLOAD_DAYS: stripe.eventPayloadDays },
  };
}
