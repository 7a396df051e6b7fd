import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { paths } from "../../paths.ts";
import { consolePaths } from "../frame/console-paths.ts";
import type { SetupItem } from "./queries.ts";

/** Stripe's card for tests: every payment with it succeeds. */
export const TEST_CARD = "4242 4242 4242 4242";

type Copy = {
  title: MessageDescriptor;
  sentence: MessageDescriptor;
  /** Where to do it; null if something else has to be done first, or the item has a button of its own. */
  link: { label: MessageDescriptor; href: string } | null;
};

/** What an item says, and where its button leads. */
export function describeSetupItem(i18n: I18n, item: SetupItem): Copy {
  const { id, state } = item;
  const isDone = state === "done";
  switch (id) {
    case "brand":
      return {
        title: msg`Add your name and branding`,
        sentence: isDone
          ? msg`Customers see your name and your color or logo.`
          : describeMissing(i18n, item.details.missing, brandParts),
        link: { label: msg`Open branding`, href: consolePaths.settings },
      };
    case "product":
      return describeProduct(item.details.draft, isDone);
    case "test_purchase":
      return describeTestPurchase(item, item.details.publishedSlug);
    case "legal":
      return {
        title: msg`Add legal pages`,
        sentence: isDone
          ? msg`Your footer links to your terms, privacy policy, and refund policy.`
          : describeMissing(i18n, item.details.missing, legalPages),
        link: { label: msg`Open legal pages`, href: consolePaths.legalSettings },
      };
    case "email":
      return {
        title: msg`Set up email`,
        sentence: isDone
          ? msg`Receipts and sign-in links are delivered to your customers.`
          : item.details.isConfigured
            ? msg`An email service is connected. Send yourself a test email.`
            : msg`No email service is connected, so customers don’t get receipts. The doctor shows which settings are missing.`,
        link: item.details.isConfigured
          ? null
          : { label: msg`Open the doctor`, href: consolePaths.doctor },
      };
    case "share":
      return {
        title: msg`Share your shop`,
        sentence: isDone
          ? msg`Somebody outside your team has signed in. Links to your shop show a preview picture.`
          : msg`Copy the link, and see how it looks when you share it. This step is done when somebody outside your team signs in.`,
        link: {
          label: msg`Open link preview`,
          href: `${consolePaths.settings}#shared-links`,
        },
      };
    case "go_live":
      return {
        title: msg`Go live`,
        sentence:
          state === "not_needed"
            ? msg`This shop runs in the sandbox, where no real payments are made. Deploy it to start selling.`
            : describeGoLive(item.details),
        link: { label: msg`Open the doctor`, href: consolePaths.doctor },
      };
  }
}

const brandParts = { name: msg`your shop name`, look: msg`a color or logo` };

const legalPages = {
  terms: msg`terms of service`,
  privacy: msg`privacy policy`,
  refunds: msg`refund policy`,
};

function describeMissing<Part extends string>(
  i18n: I18n,
  missing: Part[],
  names: Record<Part, MessageDescriptor>,
): MessageDescriptor {
  const parts = formatsOf(i18n).list(missing.map((part) => i18n._(names[part])));
  return msg`Missing: ${parts}.`;
}

function describeProduct(draft: { id: string; name: string } | null, isDone: boolean): Copy {
  const title = msg`Publish your first product`;
  if (isDone)
    return {
      title,
      sentence: msg`Your shop has a product for sale.`,
      link: { label: msg`View products`, href: consolePaths.products },
    };
  if (!draft)
    return {
      title,
      sentence: msg`Describe what you sell, set a price, and choose its benefits.`,
      link: { label: msg`Create product`, href: consolePaths.newProduct },
    };
  const { id, name } = draft;
  return {
    title,
    sentence: msg`“${name}” is a draft. Add a price, then publish it.`,
    link: { label: msg`Edit ${name}`, href: consolePaths.product(id) },
  };
}

function describeTestPurchase({ state }: SetupItem, publishedSlug: string | null): Copy {
  const title = msg`Make a test purchase`;
  if (state === "done")
    return {
      title,
      sentence: msg`Your test purchase is complete.`,
      link: { label: msg`View orders`, href: consolePaths.orders },
    };
  if (state === "not_needed")
    return {
      title,
      sentence: msg`This shop uses a live Stripe key, which doesn’t accept test cards.`,
      link: null,
    };
  const card = TEST_CARD;
  if (publishedSlug === null)
    return {
      title,
      sentence: msg`Publish a product, then buy it with Stripe’s test card ${card}.`,
      link: null,
    };
  return {
    title,
    sentence: msg`Pay with Stripe’s test card ${card}, any future date, and any three-digit CVC. You won’t be charged.`,
    link: { label: msg`Open product`, href: paths.product(publishedSlug) },
  };
}

function describeGoLive({
  isLive,
  hasWebhook,
  doctor,
}: Extract<SetupItem, { id: "go_live" }>["details"]): MessageDescriptor {
  if (!isLive)
    return msg`This shop uses a Stripe test key. Set your live key and the signing secret of its webhook endpoint, then deploy again.`;
  if (!hasWebhook)
    return msg`No live event has arrived from Stripe yet. The doctor checks your webhook endpoint.`;
  if (doctor === "failed")
    return msg`The doctor found a problem. Fix it, then run the checks again.`;
  if (doctor === null) return msg`Run the doctor to check your setup.`;
  return msg`Your shop accepts real payments, and all checks pass.`;
}
