import { Hono } from "hono";
import { type Account, type Consumer, createHexId, type Queue } from "./account.ts";
import { answer, answerPage, ApiError } from "./envelope.ts";
import type { MessageBroker } from "./message-broker.ts";

type ConsumerBody = {
  type: string;
  script_name?: string;
  dead_letter_queue?: string;
  settings?: Consumer["settings"];
};

/**
 * The routes of Queues. Known codes: 11000 (no queue) and 11004 (a second consumer) from reports of wrangler's users;
 * 11009 (a name twice) from its own handling; 11005 and 11100 are guesses.
 */
export function createQueueRoutes(account: Account, broker: MessageBroker): Hono {
  const find = (id: string): Queue => {
    const queue = account.queues.get(id);
    if (!queue) throw new ApiError(404, 11000, "Queue not found");
    return queue;
  };

  const toConsumer = (body: ConsumerBody, queue: Queue, existing?: Consumer): Consumer => {
    if (body.type !== "worker") throw new ApiError(400, 11100, `Unsupported consumer ${body.type}`);
    const worker = body.script_name ?? "";
    if (!account.workers.has(worker))
      throw new ApiError(404, 10007, "This Worker does not exist on your account.");
    if (body.dead_letter_queue === queue.name)
      throw new ApiError(400, 11100, "A queue can't be its own dead letter queue");
    return {
      id: existing?.id ?? createHexId(),
      worker,
      deadLetterQueue: body.dead_letter_queue,
      settings: body.settings ?? {},
      createdAt: existing?.createdAt ?? new Date().toISOString(),
    };
  };

  const findConsumer = (queue: Queue, id: string): Consumer => {
    if (queue.consumer?.id !== id) throw new ApiError(404, 11005, "Consumer not found");
    return queue.consumer;
  };

  return new Hono()
    .get("/", (c) => {
      const names = c.req.queries("name") ?? [];
      const found = [...account.queues.values()].filter(
        ({ name }) => names.length === 0 || names.includes(name),
      );
      return answerPage(
        c,
        found.map((queue) => describe(account, queue)),
      );
    })
    .post("/", async (c) => {
      const body = await c.req.json<{ queue_name: string; settings?: Record<string, unknown> }>();
      if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(body.queue_name))
        throw new ApiError(400, 11100, "Invalid queue name");
      if ([...account.queues.values()].some(({ name }) => name === body.queue_name))
        throw new ApiError(409, 11009, `Queue name '${body.queue_name}' is already taken`);
      const queue: Queue = {
        id: createHexId(),
        name: body.queue_name,
        createdAt: new Date().toISOString(),
        settings: body.settings ?? {},
        consumer: undefined,
        messages: [],
      };
      account.queues.set(queue.id, queue);
      return answer(c, describe(account, queue));
    })
    .get("/:queue", (c) => answer(c, describe(account, find(c.req.param("queue")))))
    .delete("/:queue", (c) => {
      account.queues.delete(find(c.req.param("queue")).id);
      return answer(c, {});
    })
    .get("/:queue/consumers", (c) =>
      answer(c, describe(account, find(c.req.param("queue"))).consumers),
    )
    .post("/:queue/consumers", async (c) => {
      const queue = find(c.req.param("queue"));
      if (queue.consumer) throw new ApiError(400, 11004, "workers.api.error.consumer_exists");
      queue.consumer = toConsumer(await c.req.json<ConsumerBody>(), queue);
      broker.deliver(queue);
      return answer(c, describeConsumer(queue, queue.consumer));
    })
    .put("/:queue/consumers/:consumer", async (c) => {
      const queue = find(c.req.param("queue"));
      const existing = findConsumer(queue, c.req.param("consumer"));
      queue.consumer = toConsumer(await c.req.json<ConsumerBody>(), queue, existing);
      broker.deliver(queue);
      return answer(c, describeConsumer(queue, queue.consumer));
    })
    .delete("/:queue/consumers/:consumer", (c) => {
      const queue = find(c.req.param("queue"));
      findConsumer(queue, c.req.param("consumer"));
      queue.consumer = undefined;
      return answer(c, {});
    });
}

function describe(account: Account, queue: Queue) {
  const producers = [...account.workers.values()].filter(({ versions, deployments }) => {
    const deployed = deployments.at(-1)?.versions.map(({ version_id }) => version_id) ?? [];
    return versions.some(
      ({ id, bindings }) =>
        deployed.includes(id) &&
        bindings.some(({ type, queue_name }) => type === "queue" && queue_name === queue.name),
    );
  });
  const consumers = queue.consumer ? [describeConsumer(queue, queue.consumer)] : [];
  return {
    queue_id: queue.id,
    queue_name: queue.name,
    created_on: queue.createdAt,
    modified_on: queue.createdAt,
    producers_total_count: producers.length,
    producers: producers.map(({ name }) => ({ type: "worker", script: name })),
    consumers_total_count: consumers.length,
    consumers,
    settings: { delivery_delay: 0, message_retention_period: 345_600, ...queue.settings },
  };
}

const describeConsumer = (queue: Queue, consumer: Consumer) => ({
  consumer_id: consumer.id,
  type: "worker",
  queue_name: queue.name,
  script: consumer.worker,
  settings: consumer.settings,
  created_on: consumer.createdAt,
  ...(consumer.deadLetterQueue && { dead_letter_queue: consumer.deadLetterQueue }),
});
