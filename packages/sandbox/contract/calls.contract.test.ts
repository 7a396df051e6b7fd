import { readFileSync } from "node:fs";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { apiVersion } from "../stripe/account.ts";
import { compareCalls, listServedRoutes, toRoute } from "./compare-calls.ts";
import { readOfficialCalls } from "./official-calls.ts";
import { callPages } from "./write-calls.ts";

const calls = readOfficialCalls();

test("the calls of the official package are read with their paths and parameters", () => {
  expect(calls.length).toBeGreaterThan(500);
  expect(calls.find(({ name }) => name === "checkout.sessions.create")).toMatchObject({
    method: "POST",
    path: "/v1/checkout/sessions",
    params: expect.arrayContaining(["line_items", "mode", "success_url"]),
  });
  expect(calls.find(({ name }) => name === "charges.list")?.params).toEqual([
    "created",
    "customer",
    "ending_before",
    "limit",
    "payment_intent",
    "starting_after",
    "transfer_group",
  ]);
});

test("each route of the stand-in is a call of the official package", () => {
  const official = new Set(calls.map(toRoute));
  expect([...listServedRoutes().keys()].filter((route) => !official.has(route))).toEqual([]);
});

test("each parameter of a route is one that the official package declares for this call", () => {
  const unknown = compareCalls().flatMap(({ name, params, served }) =>
    (served?.params ?? [])
      .filter((param) => !params.includes(param))
      .map((param) => `${name}: ${param}`),
  );
  expect(unknown).toEqual([]);
});

test("the stand-in and the official package have the same API version", () => {
  expect(apiVersion).toBe(Stripe.API_VERSION);
});

test.each(callPages)(
  "$url.pathname lists the calls as they are (`npm run calls`)",
  ({ url, write }) => {
    const page = readFileSync(url, "utf8");
    expect(page).toBe(write(page));
  },
);
