const batchSize = 10;
const maxRetries = 8;

type Stored = { id: number; body: string; sent_ms: number; attempts: number };
type Consumer = (batch: MessageBatch<unknown>) => Promise<void>;

/** The queues of one shop, in the SQLite of its object. */
export interface ObjectQueues {
  open(name: string): Queue;
  /** Gives every message that is due to the consumer. */
  consumeDue(consumer: Consumer): Promise<void>;
}

/** @param wakeAt called with the time (Unix milliseconds) at which a message is due */
export function createObjectQueues(
  { sql }: DurableObjectStorage,
  wakeAt: (dueMs: number) => void,
): ObjectQueues {
  sql.exec(
    "CREATE TABLE IF NOT EXISTS demo_messages (id INTEGER PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL, sent_ms INTEGER NOT NULL, due_ms INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0) STRICT",
  );

  function add(queue: string, body: unknown, delaySeconds = 0): void {
    const dueMs = Date.now() + delaySeconds * 1000;
    sql.exec(
      "INSERT INTO demo_messages (queue, body, sent_ms, due_ms) VALUES (?, ?, ?, ?)",
      queue,
      JSON.stringify(body),
      Date.now(),
      dueMs,
    );
    wakeAt(dueMs);
  }

  async function consumeOne(queue: string, consumer: Consumer): Promise<boolean> {
    const rows = sql
      .exec<Stored>(
        "SELECT id, body, sent_ms, attempts FROM demo_messages WHERE queue = ? AND due_ms <= ? ORDER BY id LIMIT ?",
        queue,
        Date.now(),
        batchSize,
      )
      .toArray();
    if (rows.length === 0) return false;
    const retried = new Map<number, number>();
    const messages = rows.map((row) => ({
      id: String(row.id),
      timestamp: new Date(row.sent_ms),
      body: JSON.parse(row.body) as unknown,
      attempts: row.attempts + 1,
      ack: () => void retried.delete(row.id),
      retry: ({ delaySeconds = 5 } = {}) => void retried.set(row.id, delaySeconds),
    }));
    const batch = {
      queue,
      messages,
      ackAll: () => retried.clear(),
      retryAll: ({ delaySeconds = 5 } = {}) => {
        for (const { id } of rows) retried.set(id, delaySeconds);
      },
    };
    try {
      await consumer(batch as unknown as MessageBatch<unknown>);
    } catch (error) {
      console.error("[demo queue]", queue, error);
      batch.retryAll();
    }
    for (const { id, attempts, body } of rows) {
      const delaySeconds = retried.get(id);
      if (delaySeconds !== undefined && attempts < maxRetries) {
        const dueMs = Date.now() + delaySeconds * 1000;
        sql.exec(
          "UPDATE demo_messages SET due_ms = ?, attempts = attempts + 1 WHERE id = ?",
          dueMs,
          id,
        );
        wakeAt(dueMs);
        continue;
      }
      sql.exec("DELETE FROM demo_messages WHERE id = ?", id);
      if (delaySeconds !== undefined && queue.endsWith("-sync"))
        add(`${queue}-dead`, JSON.parse(body));
    }
    return true;
  }

  return {
    open: (name) =>
      ({
        send: async (body: unknown, options: QueueSendOptions = {}) =>
          add(name, body, options.delaySeconds),
        sendBatch: async (
          messages: Iterable<MessageSendRequest>,
          options: QueueSendOptions = {},
        ) => {
          for (const { body, delaySeconds } of messages)
            add(name, body, delaySeconds ?? options.delaySeconds);
        },
      }) as unknown as Queue,
    async consumeDue(consumer) {
      const queues = sql
        .exec<{ queue: string }>("SELECT DISTINCT queue FROM demo_messages")
        .toArray();
      await Promise.all(
        queues.map(async ({ queue }) => {
          while (await consumeOne(queue, consumer));
        }),
      );
      const [next] = sql
        .exec<{ dueMs: number | null }>("SELECT min(due_ms) AS dueMs FROM demo_messages")
        .toArray();
      if (next?.dueMs != null) wakeAt(next.dueMs);
    },
  };
}
