import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { paths } from "../../paths.ts";
import { consolePaths } from "../frame/console-paths.ts";
import type { SetupItem } from "./queries.ts";

/** Stripe's card for tests: every payment with it succeeds. */
export const TEST_CARD = "4242 4242 4242 4242";

type Copy = {
  title: string;
  sentence: string;
  /** Where to do it; null if something else has to be done first, or the item has a button of its own. */
  link: { label: string; href: string } | null;
};

/** What an item says, and where its button leads. */
export function describeSetupItem(i18n: I18n, item: SetupItem): Copy {
  const { id, state } = item;
  const isDone = state === "done";
  switch (id) {
    case "brand":
      return {
        title: i18n._(msg`Add your name and branding`),
        sentence: isDone
          ? i18n._(msg`Customers see your name and your color or logo.`)
          : describeMissing(i18n, item.details.missing, brandParts),
        link: { label: i18n._(msg`Open branding`), href: consolePaths.settings },
      };
    case "product":
      return describeProduct(i18n, item.details.draft, isDone);
    case "test_purchase":
      return describeTestPurchase(i18n, item, item.details.publishedSlug);
    case "legal":
      return {
        title: i18n._(msg`Add legal pages`),
        sentence: isDone
          ? i18n._(msg`Your footer links to your terms, privacy policy, and refund policy.`)
          : describeMissing(i18n, item.details.missing, legalPages),
        link: { label: i18n._(msg`Open legal pages`), href: consolePaths.legalSettings },
      };
    case "mail":
      return {
        title: i18n._(msg`Set up email`),
        sentence: isDone
          ? i18n._(msg`Receipts and sign-in links are delivered to your customers.`)
          : item.details.isConfigured
            ? i18n._(msg`An email service is connected. Send yourself a test email.`)
            : i18n._(
                msg`No email service is connected, so customers don’t get receipts. The doctor shows which settings are missing.`,
              ),
        link: item.details.isConfigured
          ? null
          : { label: i18n._(msg`Open the doctor`), href: consolePaths.doctor },
      };
    case "share":
      return {
        title: i18n._(msg`Share your shop`),
        sentence: isDone
          ? i18n._(msg`Links to your shop show a preview picture. Copy the link and share it.`)
          : i18n._(msg`Preview how links to your shop look when you share them.`),
        link: {
          label: i18n._(msg`Open link preview`),
          href: `${consolePaths.settings}#shared-links`,
        },
      };
    case "go_live":
      return {
        title: i18n._(msg`Go live`),
        sentence:
          state === "not_needed"
            ? i18n._(
                msg`This shop runs in the sandbox, where no real payments are made. Deploy it to start selling.`,
              )
            : describeGoLive(i18n, item.details),
        link: { label: i18n._(msg`Open the doctor`), href: consolePaths.doctor },
      };
  }
}

const brandParts = { name: msg`your shop name`, look: msg`a color or logo` };

const legalPages = {
  terms: msg`terms of service`,
  privacy: msg`privacy policy`,
  refunds: msg`refund policy`,
  imprint: msg`legal notice`,
};

function describeMissing<Part extends string>(
  i18n: I18n,
  missing: Part[],
  names: Record<Part, MessageDescriptor>,
): string {
  const parts = formatsOf(i18n).list(missing.map((part) => i18n._(names[part])));
  return i18n._(msg`Missing: ${parts}.`);
}

function describeProduct(
  i18n: I18n,
  draft: { id: string; name: string } | null,
  isDone: boolean,
): Copy {
  const title = i18n._(msg`Publish your first product`);
  if (isDone)
    return {
      title,
      sentence: i18n._(msg`Your shop has a product for sale.`),
      link: { label: i18n._(msg`View products`), href: consolePaths.products },
    };
  if (!draft)
    return {
      title,
      sentence: i18n._(msg`Describe what you sell, set a price, and choose its benefits.`),
      link: { label: i18n._(msg`Create product`), href: consolePaths.newProduct },
    };
  const { id, name } = draft;
  return {
    title,
    sentence: i18n._(msg`“${name}” is a draft. Add a price, then publish it.`),
    link: { label: i18n._(msg`Edit ${name}`), href: consolePaths.product(id) },
  };
}

function describeTestPurchase(
  i18n: I18n,
  { state }: SetupItem,
  publishedSlug: string | null,
): Copy {
  const title = i18n._(msg`Make a test purchase`);
  if (state === "done")
    return {
      title,
      sentence: i18n._(msg`Your test purchase is complete.`),
      link: { label: i18n._(msg`View orders`), href: consolePaths.orders },
    };
  if (state === "not_needed")
    return {
      title,
      sentence: i18n._(msg`This shop uses a live Stripe key, which doesn’t accept test cards.`),
      link: null,
    };
  const card = TEST_CARD;
  if (publishedSlug === null)
    return {
      title,
      sentence: i18n._(msg`Publish a product, then buy it with Stripe’s test card ${card}.`),
      link: null,
    };
  return {
    title,
    sentence: i18n._(
      msg`Pay with Stripe’s test card ${card}, any future date, and any three-digit CVC. You won’t be charged.`,
    ),
    link: { label: i18n._(msg`Open product`), href: paths.product(publishedSlug) },
  };
}

function describeGoLive(
  i18n: I18n,
  { isLive, hasWebhook, doctor }: Extract<SetupItem, { id: "go_live" }>["details"],
): string {
  if (!isLive)
    return i18n._(
      msg`This shop uses a Stripe test key. Set your live key and the signing secret of its webhook endpoint, then deploy again.`,
    );
  if (!hasWebhook)
    return i18n._(
      msg`No live event has arrived from Stripe yet. The doctor checks your webhook endpoint.`,
    );
  if (doctor === "failed")
    return i18n._(msg`The doctor found a problem. Fix it, then run the checks again.`);
  if (doctor === null) return i18n._(msg`Run the doctor to check your setup.`);
  return i18n._(msg`Your shop accepts real payments, and all checks pass.`);
}
