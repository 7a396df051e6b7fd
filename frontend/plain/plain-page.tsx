import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { PlainPage as Page } from "../../worker/render/plain-content.ts";
import { PageHeading } from "../shell/page-heading.tsx";
import { StatusPage } from "../shell/status-page.tsx";
import { PageText } from "../shop/pages/read-page.tsx";
import { showBilling, showWinBack } from "./billing-view.tsx";
import { showCheckoutOutcome, showLibrary } from "./library-views.tsx";
import { showClaim } from "./claim-view.tsx";
import { showGuestOutcome } from "./guest-view.tsx";
import { showNeedsScript } from "./needs-script-view.tsx";
import { showCannotBuy, showConfirmPurchase, showFailure, showLeaving } from "./purchase-views.tsx";
import { showSignIn, showSignInError, showSignOut, showVerifyRequest } from "./sign-in-views.tsx";
import { showStatement } from "./statement-view.tsx";
import { showTurnOffEmails } from "./turn-off-emails-view.tsx";
import { showUnsubscribe } from "./unsubscribe-view.tsx";
import type { View } from "./view.ts";
// What browsers load has no styles of this folder.
import styles from "../shell/status-page.module.css";

/** A page without scripts. */
export function PlainPage({ view }: { view: View }) {
  if ("page" in view) return view.page;
  const { title, body, art, below } = view;
  return (
    <>
      <StatusPage {...(art !== undefined && { art })}>
        <PageHeading>{title}</PageHeading>
        {body}
      </StatusPage>
      {below && <div className={styles.below}>{below}</div>}
    </>
  );
}

/** Returns what a page without scripts shows. */
export function showPlainPage(i18n: I18n, { content, shop, user }: Page): View {
  const userName = user && (user.name ?? user.email);
  switch (content.kind) {
    case "leaving":
      return showLeaving(i18n, content);
    case "confirmPurchase":
      return showConfirmPurchase(i18n, content, userName);
    case "cannotBuy":
      return showCannotBuy(content);
    case "failure":
      return showFailure(i18n, content);
    case "signIn":
      return showSignIn(i18n, content, {
        shopName: shop.name,
        user,
        purchaseNote: i18n._(msg`You confirm the purchase on the next page.`),
      });
    case "signOut":
      return showSignOut(i18n, content, user);
    case "signInError":
      return showSignInError(i18n, content);
    case "verifyRequest":
      return showVerifyRequest(i18n, content);
    case "checkoutOutcome":
      return showCheckoutOutcome(i18n, content, user?.email ?? null);
    case "guestOutcome":
      return showGuestOutcome(i18n, content);
    case "billing":
      return showBilling(i18n, content);
    case "winBack":
      return showWinBack(i18n, content);
    case "library":
      return showLibrary(i18n, content);
    case "membersPage":
      return { title: content.page.title, page: <PageText page={content.page} /> };
    case "turnOffEmails":
      return showTurnOffEmails(i18n, content);
    case "unsubscribe":
      return showUnsubscribe(i18n, content);
    case "statement":
      return showStatement(i18n, content);
    case "claimGift":
      return showClaim(i18n, content);
    case "needsScript":
      return showNeedsScript(i18n, content, shop);
  }
}
