import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { stripeResources } from "../../worker/stripe/resources.ts";
import { dropMethods, dropShapes, keepErrors, keepResources } from "./drop-stripe-resources.ts";

const stripeDir = dirname(dirname(createRequire(import.meta.url).resolve("stripe")));
const source = readFileSync(join(stripeDir, "esm", "stripe.core.js"), "utf8");

test("the client in the bundle creates the resources that the shop calls, and no other", () => {
  const code = keepResources(source, stripeResources);
  const created = [...code.matchAll(/^ *this\.(\w+) = new \w+\(this\);$/gm)].map(
    ([, name]) => name,
  );
  expect(created.toSorted()).toEqual([...stripeResources]);
  expect(code).not.toMatch(/\b(?:resources\[|resources;|new OAuthResource)/);
});

test("a resource that the client doesn't have stops the build", () => {
  expect(() => keepResources(source, ["charges", "charlatans"])).toThrow(
    "The Stripe client has no charlatans",
  );
});

test("a client of another form stops the build", () => {
  const other = source.replace("Stripe.resources = resources;", "");
  expect(() => keepResources(other, stripeResources)).toThrow("The Stripe client has no");
  expect(() => keepResources("export class Stripe {}", [])).toThrow("no list of its resources");
});

test("a resource without the shapes of its answers sends the same requests", () => {
  const source = `export class Prices {
    retrieve(id, options) {
        return this._makeRequest('GET', \`/v1/prices/\${id}\`, undefined, options, {
            responseSchema: { kind: 'object', fields: { amount_decimal: { kind: 'decimal_string' } } },
        });
    }
}`;
  expect(dropShapes(source, "Prices.js")).toBe(`export class Prices {
    retrieve(id, options) {
        return this._makeRequest('GET', \`/v1/prices/\${id}\`, undefined, options, {
            responseSchema: undefined,
        });
    }
}`);
});

test("a resource keeps the methods that the Worker's source names, and those that it calls itself", () => {
  const source = `export class Prices {
    constructor() { this.tiers = {}; }
    list() { return this.request('GET'); }
    search() { return this.request('GET'); }
    request(method) { return method; }
}`;
  expect(dropMethods(source, "Prices.js", new Set(["list"]))).toBe(`export class Prices {
    constructor() { this.tiers = {}; }
    list() { return this.request('GET'); }
    
    request(method) { return method; }
}`);
});

test("the client keeps the classes of errors that the Worker's source names", () => {
  const words = new Set(["list", "StripeError", "StripeCardError"]);
  expect(keepErrors(source, words)).toContain(
    "Stripe.errors = { StripeCardError: _Error.StripeCardError,StripeError: _Error.StripeError };",
  );
  expect(() => keepErrors("export class Stripe {}", words)).toThrow("no list of its errors");
});
