import { toResult, type CloudflareAccount } from "./cloudflare-api.ts";
import type { WranglerConfig } from "./config.ts";
import { printNotice } from "./report.ts";
import { isInZone, readSenderDomain } from "./sending-domain.ts";

/** What the shop acts on. Cloudflare tells of more, such as each delivery. */
const events = ["message.bounced", "message.complained"];

const SUBSCRIPTIONS = "/event_subscriptions/subscriptions";

type Subscription = {
  enabled: boolean;
  source: { type: string; domain?: string };
  events: string[];
};

/**
 * Lets Cloudflare put an event on a queue whenever an email from the sender's domain bounces or is reported as spam. Does
 * nothing if it does so already. If it cannot be set up, emails are sent all the same: says what is missing.
 * @param input.queue the name of the shop's sync queue
 */
export async function subscribeToEmailEvents(
  account: CloudflareAccount,
  { from, queue }: { from: string; queue: string },
): Promise<void> {
  try {
    await subscribe(account, { domain: readSenderDomain(from) ?? "", queue });
  } catch (error) {
    printNotice(
      `The shop sends emails, but does not hear which of them bounce or are reported as spam. ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Does the same for a deployed shop, if its configuration says that Cloudflare sends its emails. */
export async function hearEmailEvents(
  account: CloudflareAccount,
  { vars, queues }: WranglerConfig,
): Promise<void> {
  const { EMAIL_PROVIDER: provider, EMAIL_FROM: from } = (vars ?? {}) as Record<string, string>;
  const queue = queues?.producers?.find(({ binding }) => binding === "SYNC_QUEUE")?.queue;
  if (provider === "cloudflare" && from && queue)
    await subscribeToEmailEvents(account, { from, queue });
}

async function subscribe(
  { read, send }: CloudflareAccount,
  { domain, queue }: { domain: string; queue: string },
): Promise<void> {
  const zones = await read<{ id: string; name: string }[]>("/email/sending/zones");
  const zone = zones.find(({ name }) => isInZone(domain, name));
  if (!zone)
    throw new Error(
      `Email Sending is not enabled for ${domain}: npx wrangler email sending enable ${domain}`,
    );
  const queues = await read<{ queue_id: string; queue_name: string }[]>(`/queues?name=${queue}`);
  const queueId = queues.find((each) => each.queue_name === queue)?.queue_id ?? "";
  const found = await read<Subscription[]>(`${SUBSCRIPTIONS}?queue_id=${queueId}&per_page=100`);
  const isThere = found.some(
    ({ enabled, source, events: heard }) =>
      enabled &&
      source.type === "email.sending" &&
      source.domain === domain &&
      events.every((event) => heard.includes(event)),
  );
  if (isThere) return;
  const body = {
    name: `${queue} bounces and complaints`,
    enabled: true,
    source: { type: "email.sending", zone_id: zone.id, domain },
    destination: { type: "queues.queue", queue_id: queueId },
    events,
  };
  toResult(SUBSCRIPTIONS, await send("POST", SUBSCRIPTIONS, { body }));
}
