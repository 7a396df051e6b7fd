import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { eventTypes } from "../../worker/stripe/event-types.ts";
import { createPreviewWebhooks } from "./webhooks.ts";
import type { WebhookEndpoints } from "../stripe/endpoint.ts";

/** A fake of the Stripe endpoint API, with only the methods used here. */
function fakeEndpoints(urls: string[]) {
  let rows = urls.map((url, index) => ({ id: `we_${index}`, url }));
  const endpoints = {
    async *list() {
      yield* rows;
    },
    async del(id: string) {
      rows = rows.filter((row) => row.id !== id);
    },
    async create({ url }: { url: string }) {
      rows.push({ id: "we_new", url });
      return { id: "we_new", url, secret: "whsec_new" };
    },
  } as unknown as WebhookEndpoints;
  return { endpoints, urls: () => rows.map((row) => row.url) };
}

test("replace leaves one endpoint for the URL, and keeps the others", async () => {
  const { endpoints, urls } = fakeEndpoints(["https://a.example/hook", "https://b.example/hook"]);
  expect(await createPreviewWebhooks(endpoints).replace("https://a.example/hook")).toBe(
    "whsec_new",
  );
  expect(urls()).toEqual(["https://b.example/hook", "https://a.example/hook"]);
});

test("remove deletes the endpoint with exactly that URL", async () => {
  const { endpoints, urls } = fakeEndpoints(["https://a.example/hook", "https://a.example/hook/2"]);
  await createPreviewWebhooks(endpoints).remove("https://a.example/hook");
  expect(urls()).toEqual(["https://a.example/hook/2"]);
});

test("the guide lists exactly the events that the endpoint subscribes to", () => {
  const guide = readFileSync("docs/guides/events.md", "utf8");
  const listed = guide.match(/(?<=^\| `)[a-z_.]+(?=` \|)/gm) ?? [];
  expect(listed.toSorted()).toEqual(eventTypes.toSorted());
  expect(listed).not.toContain("invoice.created");
});
