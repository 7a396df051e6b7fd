import { describe, expect, it } from "vitest";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/sign-in.ts";

/** A browser without a session. */
async function openVisitor(env: Env) {
  const visitor = await createSignedInUser({ env });
  visitor.jar.clear();
  return async (path: string, init?: RequestInit) => {
    const response = await visitor.fetch(path, init as never);
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
}

describe("a public page", () => {
  it("is whole HTML with the product's name, price and description", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({
      name: "Salt marsh",
      description: "Recorded at **slack tide**.",
    });
    const get = await openVisitor(shop.env);
    const { status, headers, html } = await get(`/p/${product.slug}`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("set-cookie")).toBeNull();
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en-US">/);
    expect(html).toContain("Salt marsh</h1>");
    expect(html).toContain("<strong>slack tide</strong>");
    expect(html).toContain("$29");
    const home = await get("/");
    expect(home.html).toContain(`href="/p/${product.slug}">Salt marsh</a>`);
  });
});
