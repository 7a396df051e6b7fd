import { msg } from "@lingui/core/macro";
import { toName } from "../../email-layout/email-context.ts";
import { writeEmailBenefit } from "../../delivery/benefits/strategies.ts";
import type { WriteLibraryEmail } from "./library-facts.ts";
import { libraryAction, startContent } from "./parts.ts";

/** After the seller added license keys that a purchase has waited for. */
export const writeKeysArrived: WriteLibraryEmail = (context, { entry }) => {
  const { i18n } = context;
  const keys = entry.benefits.filter(
    (benefit) => benefit.type === "license_key" && benefit.waitingFor === null,
  );
  if (!entry.access.active || keys.length === 0) return null;
  const name = toName(context, entry.product.name);
  return {
    ...startContent(context),
    subject: i18n._(msg`Your license key for ${name}`),
    heading: i18n._(msg`Your license key is ready`),
    paragraphs: [
      i18n._(msg`Thanks for waiting. Your license key for ${name} is now in your library.`),
    ],
    benefits: keys.map((benefit) => writeEmailBenefit(context, benefit)),
    action: libraryAction(context, entry.id),
  };
};
