import { expect, test } from "vitest";
import { describeStock, getDeviceLimit, describeLicensee } from "./console-license-copy.ts";

const stock = { isFromStock: true, inStock: 0, waitingForKeys: 0, waitingForNames: 0 };

test.each([
  [{}, "No key is left to hand out."],
  [{ inStock: 1, waitingForKeys: 1 }, "1 key can be handed out. 1 buyer waits for a key."],
  [
    { inStock: 1000, waitingForKeys: 3, waitingForNames: 2 },
    "1000 or more keys can be handed out. 3 buyers wait for a key. 2 buyers have not yet said whom their key is for.",
  ],
])("a stock of %j", (counts, expected) => {
  expect(describeStock({ ...stock, ...counts })).toBe(expected);
});

test("a per-seat device limit is multiplied by the purchased quantity", () => {
  expect(getDeviceLimit({ activationLimit: 2, perSeat: true, quantity: 5 })).toBe(10);
  expect(getDeviceLimit({ activationLimit: 2, perSeat: false, quantity: 5 })).toBe(2);
  expect(getDeviceLimit({ activationLimit: null, perSeat: true, quantity: 5 })).toBeNull();
});

test("an unassigned key differs from a key of a user without a name", () => {
  const license = { user: null, licensee: null, state: "granted" } as Parameters<
    typeof describeLicensee
  >[0];
  expect(describeLicensee(license)).toBe("Not claimed");
  expect(describeLicensee({ ...license, licensee: "Ann" })).toBe("Ann");
  expect(describeLicensee({ ...license, state: "in_stock" })).toBe("Nobody yet");
  expect(describeLicensee({ ...license, user: { id: "u", name: null, email: null } })).toBe(
    "No name",
  );
});
