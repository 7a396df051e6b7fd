import { expect, test } from "vitest";
import { describeCheckoutOutcome } from "./return-copy.ts";

test("a refused trial says whether the card or the user had had one, and that nothing was charged", () => {
  const describe = (isCardRefused: boolean) =>
    describeCheckoutOutcome("trial_refused", "Guide", false, isCardRefused).text;
  expect(describe(true)).toContain("This card has already been used for a free trial");
  expect(describe(false)).toContain("You have already had a free trial");
  for (const text of [describe(true), describe(false)]) {
    expect(text).toContain("nothing was charged");
    expect(text).toContain("subscribe to Guide without a trial");
  }
});
