import type { MergePreview } from "./queries.ts";

type Moves = MergePreview["moves"];

const countedKinds: [keyof Moves, one: string, many: string][] = [
  ["orders", "1 order", "orders"],
  ["subscriptions", "1 subscription", "subscriptions"],
  ["comps", "1 gift", "gifts"],
  ["licenseKeys", "1 license key", "license keys"],
];

const listFormat = new Intl.ListFormat("en-US");

/** Describes what a merge moves, ends and closes, one line each. */
export function describeMoves(moves: Moves): string[] {
  const counts = countedKinds.flatMap(([kind, singular, plural]) =>
    moves[kind] === 0 ? [] : [moves[kind] === 1 ? singular : `${moves[kind]} ${plural}`],
  );
  return [
    counts.length === 0
      ? "It owns nothing that would move."
      : `It brings ${listFormat.format(counts)}.`,
    moves.identities === 0
      ? "Nobody can sign in to it."
      : "Signing in as it used to be signed in opens the account that stays.",
    ...(moves.sessions > 0 ? ["Wherever it is signed in now, it is signed out."] : []),
    "What either was about to pay for is closed unpaid, and can be begun again.",
  ];
}
