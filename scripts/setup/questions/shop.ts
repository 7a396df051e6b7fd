import { newKeyUrl } from "../../../worker/stripe/permissions.ts";
import { localeNames, locales } from "../../../worker/shared/locales.ts";
import { readMode } from "../checks/stripe.ts";
import { findProviders } from "../checks/provider.ts";
import { SetupCanceled } from "../dialog.ts";
import { chooseSender } from "./provider.ts";
import type { AskStep } from "./ask-step.ts";

export const askShop: AskStep = async ({ answers, dialog }) => ({
  SHOP_NAME: await dialog.text({
    message: "Name of the shop",
    initialValue: answers["SHOP_NAME"],
  }),
  SHOP_LINE: await dialog.text({
    message: "A line below it. Leave it empty for none",
    initialValue: answers["SHOP_LINE"],
    isOptional: true,
  }),
  SETUP_LANGUAGE: await dialog.choose({
    message: "The language that you write in",
    choices: locales.map((value) => ({ value, label: localeNames[value] })),
  }),
  OWNER_EMAILS: await dialog.text({
    message: "Your email address, with which you will sign in as owner",
    initialValue: answers["OWNER_EMAILS"],
  }),
});

export const askStripe: AskStep = async ({ dialog }) => {
  dialog.note(
    "A key of Stripe",
    `Begin in test mode: nobody pays anything. This link opens Stripe's form\nwith exactly the permissions that the shop needs:\n\n${newKeyUrl("test")}`,
  );
  const key = await dialog.secret({ message: "Restricted or secret key" });
  if (readMode(key) !== "live") return { STRIPE_SECRET_KEY: key, SETUP_LIVE: "" };
  const isMeant = await dialog.confirm({
    message: "This key is live: customers pay real money. Use it?",
    initialValue: false,
  });
  if (!isMeant) throw new SetupCanceled("The live key was not used");
  return { STRIPE_SECRET_KEY: key, SETUP_LIVE: "yes" };
};

export const askMail: AskStep = async ({ answers, dialog }) => {
  const isNeeded = findProviders(answers).length === 0;
  return chooseSender(dialog, answers, { canRefuse: !isNeeded });
};
