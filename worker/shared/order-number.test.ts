import { expect, it } from "vitest";
import { deriveId } from "../lib/ids.ts";
import { findNumbers, isNumberOf, toOrderNumber } from "./order-number.ts";

const id = "ord_01m847v3p020b4357308905bee";

it("an order's number is short, in two groups, and a part of its id", () => {
  expect(toOrderNumber(id)).toBe("1M847V3-20B4");
  expect(toOrderNumber(id.replace("ord", "sub"))).toBe("1M847V3-20B4");
  expect(toOrderNumber("ord_1")).toBe("ord_1");
  expect(toOrderNumber("cmp_01m847v3p020b4357308905bee")).toBe("cmp_01m847v3p020b4357308905bee");
});

it.each(["1M847V3-20B4", "1m847v320b4", " #1m847v3-20b4 ", "IM847V3-2OB4", "LM847V3 20B4"])(
  "the number %j finds the order as people type it",
  (text) => {
    expect(isNumberOf(id, text)).toBe(true);
  },
);

it.each(["1M847V3-20B5", "1M847V4-20B4", "1M847V3", "1M847V3-20B4-1", "visa", "ord_1"])(
  "the text %j finds no order by its number",
  (text) => {
    expect(isNumberOf(id, text)).toBe(false);
  },
);

it("ten thousand orders in three hours have different numbers, and each finds only itself", () => {
  const start = Date.UTC(2026, 10, 21);
  const ids = Array.from({ length: 10_000 }, (_, i) =>
    deriveId("ord", start + 1000 * i, `cs_${i}`),
  );
  const numbers = ids.map(toOrderNumber);
  expect(new Set(numbers).size).toBe(10_000);
  expect(ids.filter((each) => isNumberOf(each, numbers[5000]!))).toEqual([ids[5000]]);
});

it("numbers and ids are found in what somebody wrote, and words with a hyphen are not", () => {
  const text = `Order 1m847v3-20b4 of the monthly-plan, or ${id.toUpperCase()}`;
  expect(findNumbers(text)).toEqual([id, "1m847v3-20b4"]);
  expect(findNumbers("the limited-plan from May")).toEqual([]);
  expect(isNumberOf(id, id)).toBe(true);
});
