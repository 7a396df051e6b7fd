import { expect, test } from "vitest";
import { judgeRule, type LawFacts } from "./judge-rules.ts";
import { rules, type RuleId } from "./rules.ts";

const facts: LawFacts = {
  pages: [],
  excludesTax: false,
  asksByKind: true,
  announcesTrialEnd: true,
  sendsEmail: true,
};

function judge(id: RuleId, changes: Partial<LawFacts> = {}) {
  return judgeRule(
    rules.find((rule) => rule.id === id)!,
    { ...facts, ...changes },
  );
}

test("a page is missing until it has a text", () => {
  expect(judge("de_imprint")).toBe("missing");
  expect(judge("jp_sct")).toBe("missing");
  expect(judge("jp_sct", { pages: ["japan"] })).toBe("done");
  expect(judge("de_imprint", { pages: ["imprint"] })).toBe("done");
  expect(judge("eu_privacy", { pages: ["imprint"] })).toBe("missing");
});

test("an accessibility statement is the seller's to write, because small firms need none", () => {
  expect(judge("eu_accessibility")).toBe("yours");
  expect(judge("eu_accessibility", { pages: ["accessibility"] })).toBe("done");
});

test("prices that exclude tax are missing their tax", () => {
  expect(judge("eu_price_display")).toBe("done");
  expect(judge("eu_price_display", { excludesTax: true })).toBe("missing");
});

test("withdrawing and canceling without signing in need emails for the receipt", () => {
  for (const id of ["eu_withdrawal_function", "de_cancellation", "fr_cancellation"] as const) {
    expect(judge(id)).toBe("done");
    expect(judge(id, { sendsEmail: false })).toBe("missing");
  }
  expect(judge("us_cancellation", { sendsEmail: false })).toBe("done");
});

test("a notice of a new price is missing in a shop that can't send emails", () => {
  expect(judge("ca_price_change_notice")).toBe("done");
  expect(judge("ca_price_change_notice", { sendsEmail: false })).toBe("missing");
});

test("a consent is done if it is asked for by kind and an email confirms it", () => {
  expect(judge("eu_consent_content")).toBe("done");
  expect(judge("uk_consent_service", { asksByKind: false })).toBe("missing");
  expect(judge("eu_consent_service", { sendsEmail: false })).toBe("missing");
});

test("notices are done in a shop that sends emails, and that of a trial if the seller leaves it on", () => {
  expect(judge("ca_trial_notice")).toBe("done");
  expect(judge("ca_trial_notice", { announcesTrialEnd: false })).toBe("missing");
  expect(judge("ca_trial_notice", { sendsEmail: false })).toBe("missing");
  expect(judge("ca_renewal_notice", { announcesTrialEnd: false })).toBe("done");
  expect(judge("ca_annual_notice")).toBe("done");
  expect(judge("uk_renewal_notice", { sendsEmail: false })).toBe("missing");
});
