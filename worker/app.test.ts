import { expect, onTestFinished, test, vi } from "vitest";
import { openBrowser } from "./testing/clients/sign-in.ts";

test("a failed request is logged with its route pattern, not its path, which can contain a token", async () => {
  const lines: string[] = [];
  const logging = vi.spyOn(console, "warn").mockImplementation((line) => void lines.push(line));
  onTestFinished(() => logging.mockRestore());
  const browser = openBrowser();
  await browser.fetch("/api/me/downloads/token-of-somebody");
  await browser.fetch("/api/me/nothing-here", {
    method: "POST",
    headers: { origin: "https://other.example" },
  });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { event: "request.failed", code: "unauthenticated", path: "/api/me/downloads/:token" },
    { event: "request.failed", code: "cross_site_request", path: "(no route)" },
  ]);
});
