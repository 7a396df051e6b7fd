import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startCloudflareStandIn, type CloudflareStandIn } from "../testing/cloudflare/stand-in.ts";
import { openCloudflareApi, toAccount } from "./cloudflare-api.ts";
import { subscribeToEmailEvents } from "./email-events.ts";

const queue = "fern-sync";
const permissions = ["Email Sending Read", "Queues Write"];

let standIn: CloudflareStandIn;
beforeAll(async () => {
  standIn = await startCloudflareStandIn({ zones: ["fern.example"] });
  await openAccount().send("POST", "/queues", { body: { queue_name: queue } });
});
afterAll(() => standIn.close());

const openAccount = (allowed = permissions) =>
  toAccount(
    openCloudflareApi({ cloudflareUrl: standIn.url }, { token: standIn.createToken(allowed) }),
    standIn.account.id,
  );

let notices: string[];
beforeEach(() => {
  notices = [];
  standIn.account.subscriptions.length = 0;
  standIn.account.sendingDomains = ["fern.example"];
  const log = vi.spyOn(console, "log").mockImplementation((line) => void notices.push(line));
  return () => log.mockRestore();
});

const subscribe = (from = "Fern <shop@fern.example>", allowed = permissions) =>
  subscribeToEmailEvents(openAccount(allowed), { from, queue });

test("the queue is subscribed once, however often the shop is deployed", async () => {
  await subscribe();
  await subscribe("Fern <Shop@Fern.Example>");
  expect(standIn.account.subscriptions).toMatchObject([
    {
      enabled: true,
      source: { type: "email.sending", domain: "fern.example" },
      events: ["message.bounced", "message.complained"],
    },
  ]);
  expect(notices).toEqual([]);
});

test.each([
  ["of another account", "shop@other.example", permissions, "not enabled for other.example"],
  ["below a zone, which sends nothing", "shop@mail.fern.example", permissions, "not found"],
  ["that the token may not read", "shop@fern.example", ["Queues Write"], "refused"],
])("a domain %s stops no deployment, and is named", async (_, from, allowed, reason) => {
  await subscribe(from, allowed);
  expect(standIn.account.subscriptions).toEqual([]);
  expect(notices).toEqual([expect.stringContaining("does not hear")]);
  expect(notices[0]).toContain(reason);
});

test("a domain that tells another queue already stops no deployment", async () => {
  await subscribe();
  standIn.account.subscriptions[0]!.destination.queue_id = "another";
  await subscribe();
  expect(notices).toEqual([expect.stringContaining("Multiple subscriptions")]);
  expect(standIn.account.subscriptions).toHaveLength(1);
});
