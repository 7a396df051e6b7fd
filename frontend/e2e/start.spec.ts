import { expect, it } from "vitest";
import { signIn } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { buyOverHttp } from "./purchases.ts";
import { listMailSubjects, passTime } from "./sandbox.ts";
import { shopUrl, useStartedShop } from "./shop.ts";
import { newGuestEmail } from "./user-actions.ts";

useStartedShop();
const browser = useBrowser();

const PAGE = "/read/handbook-errata";

it("npm start: a visitor signs in from a page as Bob, who bought it, and sees the rest of the page", async () => {
  const visitor = await browser.open(PAGE);
  await visitor.getByRole("link", { name: "Sign in and read on" }).click();
  await visitor.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await visitor.getByRole("button", { name: /Bob/ }).click();
  await visitor.getByText("The preamp on page 47 is no longer made.").waitFor();
  expect(new URL(visitor.url()).pathname).toBe(PAGE);
});

it("npm start: when nine days pass on the sandbox's clock, Bob is reminded of the end of his trial, and the shop sells on", async () => {
  const day = 86_400;
  expect(await listMailSubjects("bob@example.com")).not.toContainEqual(
    expect.stringMatching(/trial .* ends on/),
  );
  await passTime(9 * day);
  expect(await listMailSubjects("bob@example.com")).toContainEqual(
    expect.stringMatching(/trial .* ends on/),
  );
  const buyer = await signIn(shopUrl(), newGuestEmail());
  const { returnPath } = await buyOverHttp(buyer, "field-handbook", { card: "4242424242424242" });
  const checkoutId = new URL(returnPath, shopUrl()).searchParams.get("checkout");
  const confirmation = await buyer.fetch(`/api/me/checkouts/${checkoutId}/confirmation`, {
    method: "POST",
  });
  expect(await confirmation.json()).toMatchObject({ state: "complete" });
});
