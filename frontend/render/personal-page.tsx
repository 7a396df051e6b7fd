import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { PageData, PersonalContent } from "../../worker/render/renderer.ts";
import { PlainPage } from "../plain/plain-page.tsx";
import { showSignIn } from "../plain/sign-in-views.tsx";
import { PageSkeleton } from "../shell/page-skeleton.tsx";
import { AccountFrame, BillingFrame } from "../shop/account/account-frames.tsx";
import { ConfirmingFrame } from "../shop/checkout/outcome-words.tsx";
import { describeCheckoutOutcome } from "../shop/checkout/return-copy.ts";
import { DrawnLibrary } from "../shop/library/library-entries.tsx";

/**
 * What the Worker draws of a page of one visitor or user. The browser draws it anew instead of taking it over: dates are
 * in its own time zone there, and most of these pages are only frames.
 * @returns title: of the document; "" for the shop's name alone
 */
export function drawPersonal(
  i18n: I18n,
  content: PersonalContent,
  { shop, me }: PageData,
): { title: string; page: ReactNode } {
  switch (content.kind) {
    case "signIn": {
      const user = me?.user ?? null;
      const view = showSignIn(i18n, content, {
        shopName: shop.name,
        user,
        purchaseNote: i18n._(msg`You enter your payment details on the next page.`),
      });
      return { title: view.title, page: <PlainPage view={view} /> };
    }
    case "library":
      return { title: i18n._(msg`Library`), page: <DrawnLibrary {...content} /> };
    case "frame":
      return drawFrame(i18n, content.of);
  }
}

function drawFrame(i18n: I18n, of: Extract<PersonalContent, { kind: "frame" }>["of"]) {
  switch (of) {
    case "account":
      return { title: i18n._(msg`Account`), page: <AccountFrame /> };
    case "billing":
      return { title: i18n._(msg`Billing`), page: <BillingFrame /> };
    case "checkoutReturn": {
      const { title } = describeCheckoutOutcome(i18n, "confirming", undefined, false);
      return { title, page: <ConfirmingFrame /> };
    }
    case "other":
      return { title: "", page: <PageSkeleton /> };
  }
}
