import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeStock, getDeviceLimit, describeLicensee } from "./console-license-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const stock = { isFromStock: true, inStock: 0, waitingForKeys: 0, waitingForNames: 0 };

test.each([
  [{}, "No keys are in stock."],
  [{ inStock: 1, waitingForKeys: 1 }, "1 key is in stock. 1 customer is waiting for a key."],
  [
    { inStock: 1000, waitingForKeys: 3, waitingForNames: 2 },
    "1,000 or more keys are in stock. 3 customers are waiting for a key. 2 customers haven’t entered a licensee name yet.",
  ],
])("a stock of %j", (counts, expected) => {
  expect(describeStock(i18n, { ...stock, ...counts })).toBe(expected);
});

test("a per-seat device limit is multiplied by the purchased quantity", () => {
  expect(getDeviceLimit({ activationLimit: 2, perSeat: true, quantity: 5 })).toBe(10);
  expect(getDeviceLimit({ activationLimit: 2, perSeat: false, quantity: 5 })).toBe(2);
  expect(getDeviceLimit({ activationLimit: null, perSeat: true, quantity: 5 })).toBeNull();
});

test("an unassigned key differs from a key of a user without a name", () => {
  const license = { user: null, licensee: null, state: "granted" } as Parameters<
    typeof describeLicensee
  >[1];
  expect(describeLicensee(i18n, license)).toBe("Not claimed");
  expect(describeLicensee(i18n, { ...license, licensee: "Ann" })).toBe("Ann");
  expect(describeLicensee(i18n, { ...license, state: "in_stock" })).toBe("Not assigned");
  expect(describeLicensee(i18n, { ...license, user: { id: "u", name: null, email: null } })).toBe(
    "No name",
  );
});
