import { expect, test } from "vitest";
import { findCurrencies, nameCurrencies } from "./currency-names.ts";

const getName = nameCurrencies("en");
const find = (search: string, preferred: string[] = []) =>
  findCurrencies(getName, search, { preferred });

test("a currency is found by its code, a word of its name, or a part of it, without accents", () => {
  expect(find("sek")[0]).toBe("sek");
  expect(find("kron")).toEqual(expect.arrayContaining(["sek", "nok", "dkk"]));
  expect(find("franc").slice(0, 9)).toContain("chf");
  expect(find("cordoba")).toEqual(["nio"]);
  expect(find(" EUR ")[0]).toBe("eur");
});

test("the shop's currencies are offered first, and what Stripe does not take never", () => {
  expect(find("", ["chf", "eur"]).slice(0, 2)).toEqual(["chf", "eur"]);
  expect(find("", ["chf"]).length).toBe(new Set(find("")).size);
  expect(find("btc")).toEqual([]);
  expect(find("irr")).toEqual(["etb"]);
});

test("a currency without a name is shown by its code", () => {
  expect(getName("usd")).toBe("US Dollar");
  expect(getName("not a code")).toBe("NOT A CODE");
});
