import { expect, it } from "vitest";
import { emptyLink, toLinkEdit, toLinkOptions, toNewLink } from "./link-values.ts";
import type { Link } from "../link-parts/queries.ts";

const link = {
  name: "Newsletter",
  promotionCodeId: null,
  successUrl: null,
  expiresAt: new Date("2026-12-31T23:59:59.999").getTime(),
  maxPurchases: 100,
  active: true,
} as Link;

it("an empty form asks for a link of the price without options", () => {
  expect(toNewLink({ ...emptyLink, priceId: "prc_1" })).toEqual({
    priceId: "prc_1",
    quantity: 1,
    name: "",
    active: true,
    promotionCodeId: null,
    successUrl: null,
    expiresAt: null,
    maxPurchases: null,
  });
});

it("lines of metadata become entries, whose values may have the sign of equality", () => {
  const metadata = " partner = acme \n\nquery=a=b\nalone";
  expect(toNewLink({ ...emptyLink, metadata }).metadata).toEqual({
    partner: "acme",
    query: "a=b",
    alone: "",
  });
});

it("a limit that is no number is sent as it is, not as no limit", () => {
  expect(toNewLink({ ...emptyLink, maxPurchases: "many" }).maxPurchases).toBe("many");
});

it("an edit sends only what was changed, and an end keeps its day", () => {
  const before = toLinkOptions(link);
  expect(before).toMatchObject({ expiresAt: "2026-12-31", maxPurchases: "100" });
  expect(toLinkEdit(before, before)).toEqual({});
  expect(toLinkEdit({ ...before, name: "Blog" }, before)).toEqual({ name: "Blog" });
  expect(toLinkEdit({ ...before, expiresAt: "", maxPurchases: "" }, before)).toEqual({
    expiresAt: null,
    maxPurchases: null,
  });
  expect(toLinkEdit({ ...before, expiresAt: "2027-01-01" }, before).expiresAt).toBe(
    new Date("2027-01-01T23:59:59.999").getTime(),
  );
});
