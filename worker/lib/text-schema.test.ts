import { expect, test } from "vitest";
import { newProduct } from "../admin/products/schema.ts";
import { noteBody } from "../admin/customers/schema.ts";
import { shopDetails } from "../settings/shop-settings.ts";
import { plainText } from "./text-schema.ts";

test("names, taglines and notes lose characters that turn the direction of what follows", () => {
  const text = "Tide\u202eedit \u2067x\u2069 مدّ\u200f";
  const plain = "Tideedit x مدّ\u200f";
  const { name, tagline, line, body } = {
    ...shopDetails.pick({ line: true }).parse({ line: text }),
    ...newProduct.unwrap().pick({ name: true, tagline: true }).parse({ name: text, tagline: text }),
    ...noteBody.parse({ body: text }),
  };
  expect([name, tagline, line, body]).toEqual([plain, plain, plain, plain]);
  expect(plainText(1).min(1).safeParse("\u202e").success).toBe(false);
});

test("a text that is too long says how long it may be", () => {
  const [issue] = plainText(5000).safeParse("a".repeat(5001)).error!.issues;
  expect(issue!.message).toBe("Must be 5,000 characters or fewer.");
});
