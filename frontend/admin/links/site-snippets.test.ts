import { expect, it } from "vitest";
import { writeButton, writeProductCard } from "./site-snippets.ts";

const button = { url: "https://shop.example.com/buy/abc", code: "abc", label: 'Buy "A & B"' };

it("a button that opens in the same tab is a link that needs no script", () => {
  expect(writeButton({ ...button, isWindow: false })).toBe(
    '<a data-gatehouse="abc" href="https://shop.example.com/buy/abc">Buy &quot;A &amp; B&quot;</a>',
  );
});

it("a button that opens a window has the script of the shop", () => {
  expect(writeButton({ ...button, isWindow: true }).split("\n")).toEqual([
    expect.stringContaining('data-gatehouse-open="popup" href="https://shop.example.com/buy/abc"'),
    '<script src="https://shop.example.com/embed.js" async></script>',
  ]);
});

it("a product card has a link for browsers without the script", () => {
  const shopOrigin = "https://shop.example.com";
  const [card, script] = writeProductCard({ shopOrigin, slug: "a-b", name: "<A>" }).split("\n");
  expect(card).toBe(
    '<gatehouse-product slug="a-b"><a href="https://shop.example.com/p/a-b">&lt;A&gt;</a></gatehouse-product>',
  );
  expect(script).toContain("/embed.js");
});
