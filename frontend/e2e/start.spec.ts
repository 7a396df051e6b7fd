import { expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { useStartedShop } from "./shop.ts";

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
