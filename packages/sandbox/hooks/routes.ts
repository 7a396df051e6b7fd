import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { z } from "zod";

/** How a receiver answers requests. Without a rule that applies, it answers 200 and `ok`. */
const rule = z.strictObject({
  /** Only requests whose body contains this text. */
  match: z.string().default(""),
  /** Only every n-th of them. */
  every: z.int().min(1).default(1),
  /** Only so many of them; then the rule no longer applies. */
  times: z.int().min(1).optional(),
  status: z.int().min(200).max(599).default(200),
  headers: z.record(z.string(), z.string()).default({}),
  /** The answer's body: this text, repeated. */
  body: z.string().default("ok"),
  repeat: z.int().min(1).max(10_000_000).default(1),
  delayMs: z.int().min(0).max(60_000).default(0),
  /** Answers when the rules are replaced, and not before. */
  hang: z.boolean().default(false),
});
const rulesBody = z.strictObject({ rules: z.array(rule).max(50) });

type Rule = z.output<typeof rule>;

/** A request as it was received, and the status it was answered with. Header names are in lower case. */
type ReceivedHook = { headers: Record<string, string>; body: string; status: number };

type Receiver = {
  received: ReceivedHook[];
  rules: { rule: Rule; matched: number; used: number }[];
  /** Releases the requests that hang. */
  release(): void;
  released: Promise<void>;
};

/**
 * Creates `/hooks`: endpoints for the shop's own webhooks. `POST /hooks/<name>` receives; every name is an endpoint of
 * its own. `GET /hooks/<name>/received` lists what arrived, oldest first. `PUT /hooks/<name>/rules` says how to answer.
 */
export function createHookReceiver(): Hono {
  const receivers = new Map<string, Receiver>();
  const open = (name: string): Receiver => {
    const receiver = receivers.get(name) ?? newReceiver();
    receivers.set(name, receiver);
    return receiver;
  };
  const hooks = new Hono();

  hooks.post("/:name", async (c) => {
    const receiver = open(c.req.param("name"));
    const body = await c.req.text();
    const answer = takeRule(receiver, body);
    receiver.received.push({ headers: c.req.header(), body, status: answer?.status ?? 200 });
    if (!answer) return c.text("ok");
    if (answer.hang) await receiver.released;
    if (answer.delayMs > 0) await sleep(answer.delayMs);
    return new Response(answer.status === 204 ? null : answer.body.repeat(answer.repeat), {
      status: answer.status,
      headers: answer.headers,
    });
  });

  hooks.get("/:name/received", (c) => c.json({ received: open(c.req.param("name")).received }));

  hooks.put("/:name/rules", async (c) => {
    const parsed = rulesBody.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400);
    const { release, received } = open(c.req.param("name"));
    const rules = parsed.data.rules.map((rule) => ({ rule, matched: 0, used: 0 }));
    receivers.set(c.req.param("name"), { ...newReceiver(), received, rules });
    release();
    return c.json({});
  });

  return hooks;
}

function newReceiver(): Receiver {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { received: [], rules: [], release: resolve, released: promise };
}

/** Returns the first rule that applies to a body, and counts it as used. */
function takeRule({ rules }: Receiver, body: string): Rule | undefined {
  const found = rules.find((candidate) => {
    const { rule, used } = candidate;
    if (!body.includes(rule.match) || used >= (rule.times ?? Infinity)) return false;
    candidate.matched++;
    return candidate.matched % rule.every === 0;
  });
  if (found) found.used++;
  return found?.rule;
}
