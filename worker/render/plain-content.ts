import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Profile } from "../context.ts";
import type { WinBackTerms } from "../db/schema/billing.ts";
import type { LinkDiscount } from "../db/schema/permanent-links.ts";
import type { StatementKind } from "../db/schema/statements.ts";
import type { PageView } from "../delivery/pages/show-page.ts";
import type { LibraryItem } from "../delivery/library/list-library-items.ts";
import type { LibraryEntry } from "../delivery/library/show-library.ts";
import type { EmailChoice } from "../email/email-choices.ts";
import type { TurnOffSubject } from "../email/team/turn-off-link.ts";
import type { ErrorCode } from "../errors.ts";
import type { SignInForms } from "../identity/sign-in/prepare-sign-in-forms.ts";
import type { IntendedProduct, PricedProduct } from "../checkout/priced-product.ts";
import type { Confirmation } from "../checkout/confirm-checkout.ts";
import type { GuestConfirmation } from "../guests/confirm-as-guest.ts";
import type { UnpaidCheckout } from "../checkout/list-unpaid-checkouts.ts";
import type { Offer } from "../checkout/show-offer.ts";
import type { Upgrade } from "../purchases/orders/list-upgrades.ts";
import type { showShopDetails } from "../storefront/show-shop.ts";

/** A product of a subscription, and what its user can do with it without scripts; null for nothing. */
export type PlainSubscription = { item: LibraryItem; change: "cancel" | "keep" | null };

/**
 * What a form buys. `quantity` is the number of seats, for a price per seat; `addOnIds` are the products that are bought
 * beside it; `linkPath` is that of the permanent link that sells it; `upgradeOf` is the order that it upgrades.
 */
export type Purchase = {
  priceId: string;
  quantity?: number | undefined;
  addOnIds?: string[] | undefined;
  linkPath?: string | undefined;
  upgradeOf?: string | undefined;
};

/** An error as its page explains it. `retryAfterSeconds` and `currency` as in `ProblemDetails`. */
export type PlainError = {
  code: ErrorCode;
  status: ContentfulStatusCode;
  retryAfterSeconds: number | undefined;
  currency: string | undefined;
  requestId: string;
};

/** The ways to sign in. */
export type SignInContent = SignInForms & {
  /** Where the forms return to. */
  returnPath: string;
  loginHint: string | null;
  errorCode: string | null;
  purchase: (PricedProduct & { quantity: number }) | null;
};

/** What is entered on the pages of withdrawal and cancellation. `wishedEnd` is a day, `2026-12-31`, or empty. */
export type StatementValues = Record<
  "name" | "email" | "contract" | "cause" | "reason" | "wishedEnd",
  string
>;

/** The pages "Withdraw from a contract" and "Cancel a contract": what is entered, what is declared, what was received. */
export type StatementContent = { of: StatementKind; values: StatementValues } & (
  | { step: "enter"; errors: (keyof StatementValues)[] }
  /** `id` of the statement that the button makes. */
  | { step: "confirm"; id: string }
  /** `receivedAt` in unix milliseconds. `isEmailed`: the shop sends emails. */
  | { step: "done"; id: string; receivedAt: number; isEmailed: boolean }
);

/** What a page without scripts shows. Paths are on this shop. */
export type PlainContent =
  /** Leads to another site: by a refresh, and by a link. */
  | { kind: "leaving"; url: string; to: "payment" | "sign-in" }
  | ({
      kind: "confirmPurchase";
      quantity: number | undefined;
      addOnIds: string[];
      /** What is bought beside it, by `addOnIds` or by the link. */
      added: PricedProduct[];
      trialAvailable: boolean;
      /** Of the permanent link that sells it, and what the link takes off. */
      linkPath?: string;
      discount?: LinkDiscount | null;
      /** Where a visitor signs in first, who can also pay without that. */
      signInPath?: string;
      /** How the user gets the product at the difference to what they have; null if they can't. */
      upgrade: Upgrade | null;
    } & PricedProduct)
  | {
      kind: "cannotBuy";
      product: IntendedProduct;
      state: Exclude<Offer["state"], "available">;
      entryId: string | null;
      /** Set if another product of the plan group is the reason. */
      otherProductName: string | undefined;
      upgrade: Upgrade | null;
      /** Of the permanent link that sells the upgrade. */
      linkPath?: string;
    }
  | {
      kind: "failure";
      error: PlainError;
      /** What the user wanted to buy, if trying again may help. */
      retry: Purchase | null;
      product: IntendedProduct | null;
    }
  | ({ kind: "signIn" } & SignInContent)
  | { kind: "signOut"; csrfToken: SignInForms["csrfToken"] }
  | { kind: "signInError"; errorCode: string; returnPath: string }
  /** `isRefused`: what was pasted is no sign-in link. */
  | { kind: "verifyRequest"; isRefused: boolean }
  | { kind: "checkoutOutcome"; checkoutId: string; confirmation: Confirmation }
  /**
   * What somebody has just paid without signing in. `isSignedIn`: they are by now, and it is not in their account yet.
   * `isSent`: the link was just sent to another address.
   */
  | {
      kind: "guestOutcome";
      checkoutId: string;
      confirmation: GuestConfirmation | null;
      isSignedIn: boolean;
      isSent: boolean;
      /** What is wrong with the address that they wanted another link at. */
      emailError?: { error: PlainError; email: string };
    }
  | { kind: "billing"; subscriptions: PlainSubscription[] }
  /** What the shop offers before a subscription is canceled. */
  | { kind: "winBack"; item: LibraryItem; offer: WinBackTerms }
  | { kind: "library"; entries: LibraryEntry[]; unpaid: UnpaidCheckout[] }
  | { kind: "membersPage"; page: PageView }
  /** `subject` is null if the link is not valid; `isDone` says whether it was turned off already. */
  | {
      kind: "turnOffEmails";
      subject: TurnOffSubject | null;
      token: string;
      isDone: boolean;
    }
  /** `choice`: what the link turns off, null if it is not ours; `isDone`: it is turned off already. */
  | { kind: "unsubscribe"; choice: EmailChoice | null; token: string; isDone: boolean }
  | ({ kind: "statement" } & StatementContent)
  /** `path` is the page that needs JavaScript. */
  /** The form that takes the link of a gift. */
  | { kind: "claimGift"; isSignedIn: boolean }
  | { kind: "needsScript"; path: string };

/** A page without scripts, of a visitor or of the signed-in user. `path` is the app's page that it stands for. */
export type PlainPage = {
  path: string;
  shop: Awaited<ReturnType<typeof showShopDetails>>;
  user: Profile | null;
  content: PlainContent;
};
