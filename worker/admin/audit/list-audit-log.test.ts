import { expect, it } from "vitest";
import { createGift } from "../../gifts/create-gift.ts";
import { openTestShop } from "../../testing/shop.ts";
import { addNote } from "../customers/notes.ts";
import { listAuditLog } from "./list-audit-log.ts";

/** A word that names nothing else in the database that the tests share. */
const newWord = () => `w${crypto.randomUUID().replaceAll("-", "")}`;

it("the audit log names what was changed and whose it is, and finds it by either name", async () => {
  const shop = openTestShop();
  const [word, otherWord] = [newWord(), newWord()];
  const userId = await shop.createUser(`${word}@example.com`);
  const strangerId = await shop.createUser();
  const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
  const product = await shop.createPublishedProduct({ name: `Dawn ${otherWord}` });
  const gift = await createGift(team, { userId, productId: product.id, note: "x" });
  await addNote(team, { userId, body: "Wrote to us." });
  await addNote(team, { userId: strangerId, body: "Wrote to us." });
  const find = async (search: string) =>
    (await listAuditLog(team, { search })).items.map(({ action, target }) => [action, target]);

  const ofUser = { userId, userName: "A Buyer" };
  // Both were made in one moment, so either may be the newer one.
  expect(new Set(await find(word))).toEqual(
    new Set([
      ["note.added", { id: userId, name: null, ...ofUser }],
      ["gift.given", { id: gift.id, name: `Dawn ${otherWord}`, ...ofUser }],
    ]),
  );
  const ofProduct = await find(otherWord.slice(0, 20).toUpperCase());
  expect(new Set(ofProduct.map(([, target]) => target))).toEqual(
    new Set([{ id: product.id, name: `Dawn ${otherWord}`, userId: null, userName: null }]),
  );
  expect(ofProduct.map(([action]) => action)).toContain("product.created");
  expect(await find(newWord())).toEqual([]);
  expect((await find(strangerId)).map(([action]) => action)).toEqual(["note.added"]);
});
