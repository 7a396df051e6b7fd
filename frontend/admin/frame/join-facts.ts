/** Joins short facts in one line: "Ann · March 3, 2026". Those that are empty or false are left out. */
export const joinFacts = (...facts: (string | false | null | undefined)[]): string =>
  facts.filter(Boolean).join(" · ");
