import type { MergePreview } from "./queries.ts";

type Moves = MergePreview["moves"];

const kinds: [keyof Moves, one: string, many: string][] = [
  ["orders", "1 order", "orders"],
  ["subscriptions", "1 subscription", "subscriptions"],
  ["comps", "1 gift", "gifts"],
  ["licenseKeys", "1 license key", "license keys"],
];

const list = new Intl.ListFormat("en-US");

/** What a merge moves, ends and closes, line by line. */
export function describeMoves(moves: Moves): string[] {
  const goods = kinds.flatMap(([kind, one, many]) =>
    moves[kind] === 0 ? [] : [moves[kind] === 1 ? one : `${moves[kind]} ${many}`],
  );
  return [
    goods.length === 0 ? "It owns nothing that would move." : `It brings ${list.format(goods)}.`,
    moves.identities === 0
      ? "Nobody can sign in to it."
      : "Signing in as it used to be signed in opens the account that stays.",
    ...(moves.sessions > 0 ? ["Wherever it is signed in now, it is signed out."] : []),
    "What either was about to pay for is closed unpaid, and can be begun again.",
  ];
}
