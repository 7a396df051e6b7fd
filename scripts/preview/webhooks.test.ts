import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { eventTypes } from "../../worker/stripe/event-types.ts";
import { createPreviewWebhooks, withNewEndpoint } from "./webhooks.ts";
import type { WebhookEndpoints } from "../stripe/endpoint.ts";

/** A fake of the Stripe endpoint API, with only the methods used here. Each endpoint is newer than the one before it. */
function fakeEndpoints(urls: string[]) {
  let count = 0;
  const make = (url: string) => ({ id: `we_${count}`, url, created: count++ });
  let rows = urls.map(make);
  const endpoints = {
    // As at Stripe, the newest first.
    async *list() {
      yield* rows.toReversed();
    },
    async del(id: string) {
      rows = rows.filter((row) => row.id !== id);
    },
    async create({ url }: { url: string }) {
      const row = make(url);
      rows.push(row);
      return { ...row, secret: `whsec_of_${row.id}` };
    },
  } as unknown as WebhookEndpoints;
  return {
    endpoints,
    ids: () => rows.map((row) => row.id),
    urls: () => rows.map((row) => row.url),
  };
}

const hook = "https://a.example/hook";

test("a deployment runs with a new endpoint, and the one before it is deleted after it", async () => {
  const { endpoints, ids } = fakeEndpoints([hook, "https://b.example/hook"]);
  await withNewEndpoint(createPreviewWebhooks(endpoints), hook, async (secret, onDeployed) => {
    expect(secret).toBe("whsec_of_we_2");
    expect(ids()).toEqual(["we_0", "we_1", "we_2"]);
    onDeployed();
    expect(ids()).toEqual(["we_0", "we_1", "we_2"]);
  });
  expect(ids()).toEqual(["we_1", "we_2"]);
});

test("the running preview keeps its endpoint when a deployment fails, and no other stays", async () => {
  const { endpoints, ids } = fakeEndpoints([hook]);
  const failing = withNewEndpoint(createPreviewWebhooks(endpoints), hook, async () => {
    throw new Error("no such table");
  });
  await expect(failing).rejects.toThrow("no such table");
  expect(ids()).toEqual(["we_0"]);
});

test("both endpoints stay when the new version runs and isn't healthy, however often", async () => {
  const { endpoints, ids } = fakeEndpoints([hook]);
  const deploy = () =>
    withNewEndpoint(createPreviewWebhooks(endpoints), hook, async (_, onDeployed) => {
      onDeployed();
      throw new Error("not healthy");
    });
  await expect(deploy()).rejects.toThrow("not healthy");
  expect(ids()).toEqual(["we_0", "we_1"]);
  for (let again = 0; again < 3; again++) await expect(deploy()).rejects.toThrow("not healthy");
  // The last healthy version's, the one of the version that ran before, and the one of the version that runs.
  expect(ids()).toEqual(["we_0", "we_3", "we_4"]);
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
