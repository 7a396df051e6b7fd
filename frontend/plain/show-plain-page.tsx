import type { PlainPage } from "../../worker/shop/site/plain/content.ts";
import { PageText } from "../shop/pages/read-page.tsx";
import { showCheckoutOutcome, showLibrary } from "./library-views.tsx";
import { showNeedsScript } from "./needs-script-view.tsx";
import { showCannotBuy, showConfirmPurchase, showFailure, showLeaving } from "./purchase-views.tsx";
import { showSignIn, showSignInError, showSignOut, showVerifyRequest } from "./sign-in-views.tsx";
import type { View } from "./view.ts";

/** Returns what a page without scripts shows. */
export function showPlainPage({ content, shop, user }: PlainPage): View {
  const userName = user && (user.name ?? user.email ?? "somebody");
  switch (content.kind) {
    case "leaving":
      return showLeaving(content);
    case "confirmPurchase":
      return showConfirmPurchase(content, userName);
    case "cannotBuy":
      return showCannotBuy(content);
    case "failure":
      return showFailure(content);
    case "signIn":
      return showSignIn(content, { shopName: shop.name, userName });
    case "signOut":
      return showSignOut(content, userName);
    case "signInError":
      return showSignInError(content);
    case "verifyRequest":
      return showVerifyRequest(content);
    case "checkoutOutcome":
      return showCheckoutOutcome(content);
    case "library":
      return showLibrary(content);
    case "membersPage":
      return { title: content.page.title, page: <PageText page={content.page} /> };
    case "needsScript":
      return showNeedsScript(content, shop);
  }
}
