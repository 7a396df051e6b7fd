import { Hono } from "hono";
import { type Account, createHexId, type Subscription } from "./account.ts";
import { answer, answerPage, ApiError } from "./envelope.ts";
import type { MessageBroker } from "./message-broker.ts";

/** Whether a domain is a zone's, or below it. */
const isOf = (zone: string, domain: string) => domain === zone || domain.endsWith(`.${zone}`);

/** The routes of Email Sending below an account: the zones that send emails. */
export function createSendingZoneRoutes(account: Account): Hono {
  return new Hono().get("/zones", (c) =>
    answerPage(
      c,
      account.zones.filter(({ name }) =>
        account.sendingDomains.some((domain) => isOf(name, domain)),
      ),
    ),
  );
}

/** The routes of Email Sending below a zone: its domain, and those below it, that send emails. */
export function createSendingDomainRoutes(account: Account): Hono {
  return new Hono().get("/:zone/email/sending/subdomains", (c) => {
    const zone = account.zones.find(({ id }) => id === c.req.param("zone"));
    const domains = account.sendingDomains.filter((domain) => isOf(zone?.name ?? "", domain));
    return answer(
      c,
      domains.map((name) => ({ name, enabled: true, tag: createHexId() })),
    );
  });
}

/**
 * The routes of event subscriptions. That a second one for the same source is refused with 405 is documented; the codes
 * are guesses.
 */
export function createSubscriptionRoutes(account: Account): Hono {
  return new Hono()
    .get("/", (c) =>
      answerPage(
        c,
        account.subscriptions.filter(
          ({ destination }) => destination.queue_id === c.req.query("queue_id"),
        ),
      ),
    )
    .post("/", async (c) => {
      const body = await c.req.json<Omit<Subscription, "id">>();
      const { source, destination } = body;
      if (!account.queues.has(destination.queue_id))
        throw new ApiError(404, 11000, "Queue not found");
      if (source.type !== "email.sending" || !account.sendingDomains.includes(source.domain ?? ""))
        throw new ApiError(404, 11100, "Resource not found on source");
      if (account.subscriptions.some((each) => each.source.domain === source.domain))
        throw new ApiError(405, 11100, "Multiple subscriptions on same resource not supported");
      const subscription = { ...body, id: createHexId() };
      account.subscriptions.push(subscription);
      return answer(c, subscription);
    });
}

/**
 * Tells the queue that has subscribed to it what became of an email.
 * @param event as in `message.bounced`
 * @throws Error if no queue has subscribed
 */
export function publishEmailEvent(
  account: Account,
  broker: Pick<MessageBroker, "send">,
  event: string,
  payload: { sender: string; recipient: string } & Record<string, unknown>,
): void {
  const domain = payload.sender.split("@").at(-1);
  const subscription = account.subscriptions.find(
    ({ enabled, source, events }) => enabled && source.domain === domain && events.includes(event),
  );
  const queue = account.queues.get(subscription?.destination.queue_id ?? "");
  if (!subscription || !queue) throw new Error(`Nobody has subscribed to ${event} of ${domain}`);
  const body = {
    type: `cf.email.sending.${event}`,
    source: subscription.source,
    payload: { eventId: createHexId(), terminal: true, ...payload },
    metadata: {
      accountId: account.id,
      eventSubscriptionId: subscription.id,
      eventSchemaVersion: 1,
      eventTimestamp: new Date().toISOString(),
    },
  };
  broker.send(queue.name, [{ body }]);
}
