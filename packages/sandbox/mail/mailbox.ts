import type { DatabaseSync } from "node:sqlite";

/** A message as it was handed over; `html` is empty where it has only a text. `sentAt` is unix milliseconds. */
export type Message = {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: number;
};

export type NewMessage = Omit<Message, "id" | "sentAt">;

/** What was sent, newest first. Nothing leaves this machine. */
export type Mailbox = {
  /**
   * Keeps a message. The same key within a day is the message that it brought before.
   * @returns null where that one had other words
   */
  keep(message: NewMessage, key?: string): Pick<Message, "id"> | null;
  /** The latest hundred; of one receiver, where one is given. */
  list(to?: string): Message[];
  /** Everybody who got something, the latest first. */
  receivers(): { to: string; count: number }[];
  find(id: string): Message | undefined;
};

/** As long as Resend knows a key. */
const KEY_LIFE_MS = 24 * 60 * 60 * 1000;

/** A mailbox in SQLite, so that it survives a restart. */
export function openMailbox(database: DatabaseSync): Mailbox {
  database.exec(`
    CREATE TABLE IF NOT EXISTS message (
      id TEXT PRIMARY KEY,
      "from" TEXT NOT NULL,
      "to" TEXT NOT NULL,
      subject TEXT NOT NULL,
      text TEXT NOT NULL,
      html TEXT NOT NULL,
      sentAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS message_to ON message ("to", sentAt);
    CREATE TABLE IF NOT EXISTS sent_key (
      key TEXT PRIMARY KEY,
      messageId TEXT NOT NULL,
      content TEXT NOT NULL,
      sentAt INTEGER NOT NULL
    ) STRICT;
  `);
  const insert = database.prepare("INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, ?)");
  const newestFirst = "ORDER BY sentAt DESC, rowid DESC LIMIT 100";
  const list = database.prepare(`SELECT * FROM message ${newestFirst}`);
  const listTo = database.prepare(`SELECT * FROM message WHERE "to" = ? ${newestFirst}`);
  const receivers = database.prepare(
    'SELECT "to", count(*) AS count FROM message GROUP BY "to" ORDER BY max(sentAt) DESC, max(rowid) DESC LIMIT 100',
  );
  const find = database.prepare("SELECT * FROM message WHERE id = ?");
  const findKey = database.prepare("SELECT * FROM sent_key WHERE key = ? AND sentAt > ?");
  const keepKey = database.prepare("INSERT OR REPLACE INTO sent_key VALUES (?, ?, ?, ?)");
  return {
    keep(message, key) {
      const { from, to, subject, text, html } = message;
      const content = JSON.stringify([from, to, subject, text, html]);
      const now = Date.now();
      const known = key === undefined ? undefined : findKey.get(key, now - KEY_LIFE_MS);
      if (known) return known.content === content ? { id: String(known.messageId) } : null;
      const id = crypto.randomUUID();
      insert.run(id, from, to, subject, text, html, now);
      if (key !== undefined) keepKey.run(key, id, content, now);
      return { id };
    },
    list: (to) => (to === undefined ? list.all() : listTo.all(to)) as Message[],
    receivers: () => receivers.all() as { to: string; count: number }[],
    find: (id) => find.get(id) as Message | undefined,
  };
}
