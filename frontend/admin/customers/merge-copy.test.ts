import { expect, test } from "vitest";
import { describeMoves } from "./merge-copy.ts";

const noMoves = {
  identities: 0,
  orders: 0,
  subscriptions: 0,
  comps: 0,
  grants: 0,
  licenseKeys: 0,
  downloads: 0,
  mails: 0,
  sessions: 0,
  openCheckouts: 0,
};

test("counts the items that move to the other account", () => {
  const [counts] = describeMoves({ ...noMoves, orders: 2, comps: 1, licenseKeys: 1 });
  expect(counts).toBe("It brings 2 orders, 1 gift, and 1 license key.");
});

test("says so if nothing moves", () => {
  expect(describeMoves(noMoves)[0]).toBe("It owns nothing that would move.");
});

test("explains what happens to identities and sessions", () => {
  expect(describeMoves({ ...noMoves, identities: 1, sessions: 1 })).toEqual(
    expect.arrayContaining([
      "Signing in as it used to be signed in opens the account that stays.",
      "Wherever it is signed in now, it is signed out.",
    ]),
  );
});
