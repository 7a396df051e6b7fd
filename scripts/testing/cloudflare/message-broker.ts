import { type Account, type Consumer, createHexId, type Message, type Queue } from "./account.ts";

/** What a Worker says about a batch of messages. */
export type BatchResult = {
  outcome: string;
  ackAll: boolean;
  retryBatch: { retry: boolean; delaySeconds?: number };
  explicitAcks: string[];
  retryMessages: { msgId: string; delaySeconds?: number }[];
};

/** Calls the queue handler of the Worker's current version. */
export type DeliverBatch = (
  worker: string,
  queue: string,
  messages: { id: string; timestamp: Date; attempts: number; body: unknown }[],
) => Promise<BatchResult>;

/** Cloudflare's defaults: https://developers.cloudflare.com/queues/configuration/batching-retries/ */
const defaults: Settings = {
  batch_size: 10,
  max_wait_time_ms: 5_000,
  max_retries: 3,
  max_concurrency: 250,
  retry_delay: 0,
};

type Settings = Record<keyof Consumer["settings"], number>;

/** Keeps the messages of an account's queues and delivers them. No deployment loses one, as Miniflare's queues do. */
export type MessageBroker = {
  send(queueName: string, messages: { body: unknown; delaySeconds?: number | undefined }[]): void;
  /** Delivers what waits, for example after a consumer was added. */
  deliver(queue: Queue): void;
  /** Resolves when no message is being delivered or could be. Delayed messages stay. */
  idle(): Promise<void>;
  close(): void;
};

/** Creates the broker of an account. */
export function createMessageBroker(account: Account, deliverBatch: DeliverBatch): MessageBroker {
  const running = new Map<string, number>();
  const timers = new Map<string, NodeJS.Timeout>();
  const waiting: (() => void)[] = [];
  let isClosed = false;

  function send(name: string, messages: { body: unknown; delaySeconds?: number | undefined }[]) {
    const queue = findQueue(name);
    if (!queue) throw new Error(`Queue ${name} does not exist`);
    const now = Date.now();
    for (const { body, delaySeconds = 0 } of messages)
      queue.messages.push({
        id: createHexId(),
        sentAt: now,
        availableAt: now + delaySeconds * 1000,
        attempts: 0,
        body,
      });
    deliver(queue);
  }

  function deliver(queue: Queue): void {
    clearTimeout(timers.get(queue.id));
    timers.delete(queue.id);
    const { consumer } = queue;
    if (isClosed || !consumer || !account.queues.has(queue.id)) return reportIdle();
    const settings = fillDefaults(consumer.settings);
    const now = Date.now();
    for (;;) {
      const isFull = (running.get(queue.id) ?? 0) >= settings.max_concurrency;
      const ready = queue.messages.filter(({ availableAt }) => availableAt <= now);
      const first = ready[0];
      if (isFull || !first) break;
      const waitsUntil = first.availableAt + settings.max_wait_time_ms;
      if (ready.length < settings.batch_size && waitsUntil > now) {
        wakeUp(queue, waitsUntil - now);
        return;
      }
      const batch = ready.slice(0, settings.batch_size);
      queue.messages = queue.messages.filter((message) => !batch.includes(message));
      void runBatch(queue, consumer, batch, settings);
    }
    const next = Math.min(...queue.messages.map(({ availableAt }) => availableAt));
    if (Number.isFinite(next) && next > now) wakeUp(queue, next - now);
    reportIdle();
  }

  function wakeUp(queue: Queue, delayMs: number): void {
    timers.set(
      queue.id,
      setTimeout(() => deliver(queue), delayMs),
    );
  }

  async function runBatch(
    queue: Queue,
    consumer: Consumer,
    batch: Message[],
    settings: Settings,
  ): Promise<void> {
    running.set(queue.id, (running.get(queue.id) ?? 0) + 1);
    for (const message of batch) message.attempts += 1;
    const delivered = batch.map(({ id, sentAt, attempts, body }) => ({
      id,
      timestamp: new Date(sentAt),
      attempts,
      body,
    }));
    const result = await deliverBatch(consumer.worker, queue.name, delivered).catch(
      () => undefined,
    );
    running.set(queue.id, (running.get(queue.id) ?? 1) - 1);
    for (const message of batch) {
      const retry = findRetry(message.id, result);
      if (!retry) continue;
      if (message.attempts > settings.max_retries) {
        const deadLetters = findQueue(consumer.deadLetterQueue);
        if (deadLetters) send(deadLetters.name, [{ body: message.body }]);
        continue;
      }
      const delaySeconds = retry.delaySeconds ?? settings.retry_delay;
      queue.messages.push({ ...message, availableAt: Date.now() + delaySeconds * 1000 });
    }
    deliver(queue);
  }

  const findQueue = (name: string | undefined) =>
    [...account.queues.values()].find((queue) => queue.name === name);

  const isBusy = () =>
    [...running.values()].some((count) => count > 0) ||
    [...account.queues.values()].some(
      ({ consumer, messages }) =>
        consumer && messages.some(({ availableAt }) => availableAt <= Date.now()),
    );

  function reportIdle(): void {
    if (!isBusy()) for (const resolve of waiting.splice(0)) resolve();
  }

  return {
    send,
    deliver,
    idle: () =>
      new Promise((resolve) => {
        if (isBusy()) waiting.push(resolve);
        else resolve();
      }),
    close() {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** Returns how to retry a message, or undefined if it is done. */
function findRetry(
  id: string,
  result: BatchResult | undefined,
): { delaySeconds?: number | undefined } | undefined {
  if (!result || result.outcome !== "ok") return {};
  const own = result.retryMessages?.find(({ msgId }) => msgId === id);
  if (own) return own;
  if (result.explicitAcks?.includes(id) || result.ackAll) return undefined;
  return result.retryBatch?.retry ? result.retryBatch : undefined;
}

const fillDefaults = (settings: Consumer["settings"]): Settings => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null)),
});
