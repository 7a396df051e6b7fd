import { expect, test } from "vitest";
import { describeStock, limitOf, nameHolder } from "./console-license-copy.ts";

const stock = { isFromStock: true, inStock: 0, waitingForKeys: 0, waitingForNames: 0 };

test.each([
  [{}, "No key is left to hand out."],
  [{ inStock: 1, waitingForKeys: 1 }, "1 key can be handed out. 1 buyer waits for a key."],
  [
    { inStock: 1000, waitingForKeys: 3, waitingForNames: 2 },
    "1000 or more keys can be handed out. 3 buyers wait for a key. 2 buyers have not yet said whom their key is for.",
  ],
])("a stock of %j", (counts, words) => {
  expect(describeStock({ ...stock, ...counts })).toBe(words);
});

test("a limit by the seat is multiplied by what was bought", () => {
  expect(limitOf({ activationLimit: 2, perSeat: true, quantity: 5 })).toBe(10);
  expect(limitOf({ activationLimit: 2, perSeat: false, quantity: 5 })).toBe(2);
  expect(limitOf({ activationLimit: null, perSeat: true, quantity: 5 })).toBeNull();
});

test("a key that nobody holds is not somebody's without a name", () => {
  const license = { owner: null, licensee: null, state: "granted" } as Parameters<
    typeof nameHolder
  >[0];
  expect(nameHolder(license)).toBe("Not claimed");
  expect(nameHolder({ ...license, licensee: "Ann" })).toBe("Ann");
  expect(nameHolder({ ...license, state: "in_stock" })).toBe("Nobody yet");
  expect(nameHolder({ ...license, owner: { id: "u", name: null, email: null } })).toBe("No name");
});
