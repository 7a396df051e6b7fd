import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Account, createAccount, type Queue } from "./account.ts";
import { type BatchResult, createMessageBroker, type MessageBroker } from "./message-broker.ts";

let account: Account;
let broker: MessageBroker;
let batches: { queue: string; bodies: unknown[]; attempts: number[] }[];
let result: Partial<BatchResult>;

beforeEach(() => {
  vi.useFakeTimers();
  account = createAccount({ plan: "paid", subdomain: "test", zones: [] });
  batches = [];
  result = {};
  broker = createMessageBroker(account, async (_worker, queue, messages) => {
    const bodies = messages.map(({ body }) => body);
    batches.push({ queue, bodies, attempts: messages.map(({ attempts }) => attempts) });
    const done = { outcome: "ok", ackAll: false, retryBatch: { retry: false } };
    return { ...done, explicitAcks: [], retryMessages: [], ...result };
  });
});
afterEach(() => {
  broker.close();
  vi.useRealTimers();
});

function addQueue(name: string, consumer?: Queue["consumer"]): Queue {
  const queue = {
    id: name,
    name,
    createdAt: "",
    settings: {},
    consumer,
    messages: [],
  };
  account.queues.set(name, queue);
  return queue;
}

const consumer = (settings: object, deadLetterQueue?: string) => ({
  id: "consumer",
  worker: "shop",
  deadLetterQueue,
  settings,
  createdAt: "",
});

it("messages wait for a consumer, and come in batches", async () => {
  const queue = addQueue("jobs");
  broker.send("jobs", [{ body: 1 }, { body: 2 }, { body: 3 }]);
  await broker.idle();
  expect(batches).toEqual([]);
  queue.consumer = consumer({ batch_size: 2, max_wait_time_ms: 1000 });
  broker.deliver(queue);
  await vi.advanceTimersByTimeAsync(999);
  expect(batches.map(({ bodies }) => bodies)).toEqual([[1, 2]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(batches.map(({ bodies }) => bodies)).toEqual([[1, 2], [3]]);
});

it("a message that fails is retried after its delay, then goes to the dead letter queue", async () => {
  addQueue("jobs", consumer({ max_retries: 1, max_wait_time_ms: 0, retry_delay: 60 }, "dead"));
  const dead = addQueue("dead");
  result = { outcome: "exception" };
  broker.send("jobs", [{ body: "poison" }]);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(batches.map(({ attempts }) => attempts)).toEqual([[1]]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(batches.map(({ attempts }) => attempts)).toEqual([[1], [2]]);
  expect(dead.messages.map(({ body }) => body)).toEqual(["poison"]);
});

it("a delayed message is not delivered before its time", async () => {
  addQueue("jobs", consumer({ max_wait_time_ms: 0 }));
  broker.send("jobs", [{ body: "later", delaySeconds: 30 }, { body: "now" }]);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(batches.flatMap(({ bodies }) => bodies)).toEqual(["now"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(batches.flatMap(({ bodies }) => bodies)).toEqual(["now", "later"]);
});
