import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeMoves } from "./merge-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const noMoves = {
  identities: 0,
  orders: 0,
  subscriptions: 0,
  gifts: 0,
  grants: 0,
  licenseKeys: 0,
  downloads: 0,
  emails: 0,
  sessions: 0,
  openCheckouts: 0,
};

test("the merge dialog counts the items that move to the other account", () => {
  const [counts] = describeMoves(i18n, { ...noMoves, orders: 2, gifts: 1, licenseKeys: 1 });
  expect(counts).toBe("Moves 2 orders, 1 gift, and 1 license key.");
});

test("the merge dialog says so if nothing moves", () => {
  expect(describeMoves(i18n, noMoves)[0]).toBe(
    "The duplicate account has no purchases, gifts or license keys to move.",
  );
});

test("explains what happens to identities and sessions", () => {
  expect(describeMoves(i18n, { ...noMoves, identities: 1, sessions: 1 })).toEqual(
    expect.arrayContaining([
      "Sign-in methods of the duplicate account open the remaining account.",
      "Browsers signed in to the duplicate account are signed out.",
    ]),
  );
});
