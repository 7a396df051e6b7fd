import { expect, test } from "vitest";
import { findDifference } from "./compare-messages.ts";

const seats = "{count, plural, one {# seat of {name}} other {# seats of {name}}}";

test.each([
  ["Ends on {date}.", "Endet am {date}."],
  ["Ends on {date}.", ""],
  ["<0>Sign in</0> to read {name}.", "Um {name} zu lesen, <0>melde dich an</0>."],
  [seats, "{count, plural, other {{name}の#席}}"],
  [seats, "{count, plural, one {مقعد {name}} two {مقعدان} other {# مقاعد}}"],
  ["It’s 5 o’clock.", "5時です。"],
])("“%s” may be translated as “%s”", (source, translation) => {
  expect(findDifference(source, translation)).toBeNull();
});

test.each([
  ["Ends on {date}.", "Endet bald.", "lacks {date}"],
  ["Ends on {date}.", "Endet am {datum}.", "lacks {date}, has {datum}, which its source has not"],
  ["<0>Sign in</0> first.", "Melde dich an.", "lacks <0>, lacks </0>"],
  ["<0>Sign in</0> first.", "<0>Melde dich an.", "lacks </0>"],
  [
    seats,
    "{count} Plätze von {name}",
    "lacks {count, plural}, has {count}, which its source has not",
  ],
  ["Ends on {date}.", "Endet am {date.", "is not a message in ICU format"],
])("“%s” may not be translated as “%s”", (source, translation, difference) => {
  expect(findDifference(source, translation)).toBe(difference);
});
