import type { LegalPage } from "../shared/legal-pages.ts";
import type { Rule, Topic } from "./rules.ts";

/** What the rules are compared with. */
export type LawFacts = {
  /** The legal pages that have a text. */
  pages: readonly LegalPage[];
  /** Whether a price for sale excludes tax. */
  excludesTax: boolean;
  /** Whether buyers are asked at the checkout for what the kinds of their purchase need. */
  asksByKind: boolean;
  /** Whether the end of a free trial is announced. */
  announcesTrialEnd: boolean;
  /** Whether the shop can send emails. */
  sendsEmail: boolean;
};

/**
 * - `done`: the shop does it
 * - `missing`: the shop could do it, or must, and does not
 * - `yours`: only the seller can do it, so the shop can't tell
 */
export type RuleState = "done" | "missing" | "yours";

const doneIf = (isDone: boolean): RuleState => (isDone ? "done" : "missing");

/**
 * What the shop does about each topic. **Who builds a part changes its line here**, and adds a fact above if the state
 * follows from the seller's settings.
 */
const judges: {
  [Of in Topic]: (rule: Extract<Rule, { topic: Of }>, facts: LawFacts) => RuleState;
} = {
  withdrawal_period: () => "yours",
  // The receipt is a part of it.
  withdrawal_function: (_, { sendsEmail }) => doneIf(sendsEmail),
  // Without the email that confirms it, a consent is void.
  consent: (_, { asksByKind, sendsEmail }) => doneIf(asksByKind && sendsEmail),
  button_words: () => "done",
  last_screen: () => "done",
  renewal_notice: ({ before }, { sendsEmail, announcesTrialEnd }) =>
    doneIf(sendsEmail && (before === "renewal" || announcesTrialEnd)),
  price_change_notice: (_, { sendsEmail }) => doneIf(sendsEmail),
  annual_notice: (_, { sendsEmail }) => doneIf(sendsEmail),
  cancellation: ({ withoutSignIn }, { sendsEmail }) => doneIf(!withoutSignIn || sendsEmail),
  // Small firms need no accessibility statement, and the shop can't tell which are.
  page: ({ page }, { pages }) =>
    page === "accessibility" && !pages.includes(page) ? "yours" : doneIf(pages.includes(page)),
  price_display: (_, { excludesTax }) => doneIf(!excludesTax),
};

/** Returns what the shop does about a rule. */
export function judgeRule(rule: Rule, facts: LawFacts): RuleState {
  const judge = judges[rule.topic] as (rule: Rule, facts: LawFacts) => RuleState;
  return judge(rule, facts);
}
