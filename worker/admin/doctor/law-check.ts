import type { Topic } from "../../law/rules.ts";
import { listNames } from "../../lib/list-names.ts";
import { readLaw } from "../../setup/read-law.ts";
import { note, ok, warning, type Check } from "./check.ts";

const topicNames: Record<Topic, string> = {
  withdrawal_period: "the right of withdrawal",
  withdrawal_function: "a page to withdraw from a contract",
  consent: "consent at checkout",
  button_words: "the words of the order button",
  last_screen: "what buyers see before they pay",
  renewal_notice: "notices before renewals and the end of trials",
  price_change_notice: "notices of new prices",
  annual_notice: "a notice each year",
  cancellation: "canceling without signing in",
  page: "legal pages",
  price_display: "prices that include tax",
};

/** What the law asks of the shop, and the shop does not do. */
export const lawCheck: Check = {
  id: "law",
  title: "Law",
  async run(ctx) {
    const { seller, rules, excludingTax } = await readLaw(ctx);
    if (seller === null)
      return note(
        "The shop doesn’t know which country you sell from, so it can’t say which laws apply to it.",
        "Choose your country under Settings → Law.",
      );
    const missing = rules.filter(({ applies, state }) => applies && state === "missing");
    if (missing.length === 0)
      return ok("The shop does what it can for the laws that it knows. This is no legal advice.");
    const topics = [...new Set(missing.map(({ topic }) => topic))];
    const prices = topics.includes("price_display")
      ? ` These products have prices without tax: ${listNames(excludingTax.map(({ name }) => name))}.`
      : "";
    return warning(
      `The laws of the countries that you sell to ask for what the shop lacks: ${topics.map((topic) => topicNames[topic]).join(", ")}.${prices}`,
      "Settings → Law says what each law asks for, and where to do it.",
    );
  },
};
