import type { WinBackTerms } from "../../db/schema/billing.ts";
import type { PaymentFacts, PlanChangeInvoice, RefundFacts } from "../../db/schema/outbox.ts";
import type { LibraryBenefit } from "../../delivery/benefits/strategies.ts";
import type { LibraryItem } from "../../delivery/library/list-library-items.ts";
import type { LibraryEntry } from "../../delivery/library/show-library.ts";
import type { EmailContent } from "../../email-layout/email-content.ts";
import type { EmailContext } from "../../email-layout/email-context.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import type { Bill } from "./bill.ts";
import type { ContractFacts } from "./contract.ts";
import type { Rate } from "./format-rate.ts";

/** A plan with the name of its product, in the recipient's language. The rate is for all seats. */
export type NamedPlan = { productId: string; name: string; quantity: number; rate: Rate };

/** A change of a subscription, and what Stripe charged or credited for it. */
export type PlanChange = {
  from: NamedPlan[];
  to: NamedPlan[];
  invoice: PlanChangeInvoice | null;
  /** The payment of the invoice; null if nothing was charged. */
  payment: PaymentFacts | null;
};

/** What an email about a purchase or a gift is written from. */
export type LibraryFacts = {
  /** `product.name` names all products of the purchase, in the recipient's language. */
  entry: LibraryItem & { benefits: LibraryBenefit[] } & Partial<Pick<LibraryEntry, "again">>;
  /** The other products that the user has access to, of an email about an end; none for other emails. */
  remaining: string[];
  /** What was paid at the checkout, of an email that shows it; null for a gift, and if it is unknown. */
  bill: Bill | null;
  /** The contract of a purchase that the email confirms; null if it confirms none. */
  contract: ContractFacts | null;
  /** The refund that the email is about, in minor units, and whether it is made again automatically. */
  failedRefund: { amountMinor: number; currency: string; isRetried: boolean } | null;
  /** The refund that the email is about, and the products that it names, if any; null for other emails. */
  refund: (RefundFacts & { productNames: string[] }) | null;
  /** The change that the email is about; null for other emails. */
  planChange: PlanChange | null;
  /** The payment of a subscription that the email is about; null for other emails. */
  payment: PaymentFacts | null;
  /** Whether a pause has started or ended, of an email about that; null for other emails. */
  pause: "started" | "ended" | null;
  /** What the user took instead of canceling, of an email about that; null for other emails. */
  offer: WinBackTerms | null;
  /** The subscription, of an email about its cancellation; null for other emails. */
  subscription: Pick<SubscriptionRow, "status" | "cancelAt" | "endedAt"> | null;
  /** Whether the payment that failed is the first one after a free trial. */
  isAfterTrial: boolean;
  /** Stripe's page of the invoice that waits for the user; null for other emails, and if Stripe did not answer. */
  invoiceUrl: string | null;
};

/**
 * Writes an email about a purchase or a gift. A pure function.
 * @returns null if its reason no longer applies, e.g. the failed payment has since succeeded
 */
export type WriteLibraryEmail = (context: EmailContext, facts: LibraryFacts) => EmailContent | null;
