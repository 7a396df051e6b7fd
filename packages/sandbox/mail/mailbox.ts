import type { SqlDatabase } from "../database/database.ts";

/**
 * A message as it was sent. `html` is empty if the message has only text, `replyTo` if answers go to `from`; `headers`
 * are further ones that were asked for. `sentAt` is in unix milliseconds.
 */
export type Message = {
  id: string;
  from: string;
  replyTo: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  sentAt: number;
};

export type NewMessage = Omit<Message, "id" | "sentAt">;

/** Everything that was sent. No message leaves this machine. */
export type Mailbox = {
  /**
   * Saves the messages of one request. If the key was used in the last 24 hours, returns those that were saved with it.
   * @returns null if those had different content
   */
  saveMessages(messages: NewMessage[], key?: string): Pick<Message, "id">[] | null;
  /** Returns the latest 100 messages, newest first; `to` filters by recipient. */
  listMessages(to?: string): Message[];
  /** Returns up to 100 recipients, by their latest message, newest first. */
  listRecipients(): { to: string; count: number }[];
  findMessage(id: string): Message | undefined;
};

/** Resend forgets an idempotency key after 24 hours. */
const KEY_TTL_MS = 24 * 60 * 60 * 1000;

/**
 * Opens the mailbox. It is in SQLite, so it survives a restart.
 * @param readTime returns the time of the shop, in unix milliseconds
 */
export function openMailbox(database: SqlDatabase, readTime = Date.now): Mailbox {
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
  // A mailbox of an older version has fewer columns.
  const columns = database.prepare("PRAGMA table_info(message)").all();
  const addColumn = (name: string, initial: string) => {
    if (!columns.some((column) => column.name === name))
      database.exec(`ALTER TABLE message ADD COLUMN ${name} TEXT NOT NULL DEFAULT '${initial}'`);
  };
  addColumn("headers", "{}");
  addColumn("replyTo", "");
  const insert = database.prepare("INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const newestFirst = "ORDER BY sentAt DESC, rowid DESC LIMIT 100";
  const list = database.prepare(`SELECT * FROM message ${newestFirst}`);
  const listTo = database.prepare(`SELECT * FROM message WHERE "to" = ? ${newestFirst}`);
  const receivers = database.prepare(
    'SELECT "to", count(*) AS count FROM message GROUP BY "to" ORDER BY max(sentAt) DESC, max(rowid) DESC LIMIT 100',
  );
  const find = database.prepare("SELECT * FROM message WHERE id = ?");
  const findKey = database.prepare("SELECT * FROM sent_key WHERE key = ? AND sentAt > ?");
  const saveKey = database.prepare("INSERT OR REPLACE INTO sent_key VALUES (?, ?, ?, ?)");
  return {
    saveMessages(messages, key) {
      const rows = messages.map(({ from, replyTo, to, subject, text, html, headers }) => {
        return [from, to, subject, text, html, JSON.stringify(headers), replyTo] as const;
      });
      const content = JSON.stringify(rows);
      const now = readTime();
      const existing = key === undefined ? undefined : findKey.get(key, now - KEY_TTL_MS);
      if (existing && existing["content"] !== content) return null;
      if (existing)
        return String(existing["messageId"])
          .split(" ")
          .map((id) => ({ id }));
      const ids = rows.map(([from, to, subject, text, html, headers, replyTo]) => {
        const id = crypto.randomUUID();
        insert.run(id, from, to, subject, text, html, now, headers, replyTo);
        return id;
      });
      if (key !== undefined) saveKey.run(key, ids.join(" "), content, now);
      return ids.map((id) => ({ id }));
    },
    listMessages: (to) => (to === undefined ? list.all() : listTo.all(to)).map(toMessage),
    listRecipients: () => receivers.all() as { to: string; count: number }[],
    findMessage: (id) => {
      const row = find.get(id);
      return row && toMessage(row);
    },
  };
}

const toMessage = (row: Record<string, unknown>): Message =>
  ({ ...row, headers: JSON.parse(String(row["headers"])) as Message["headers"] }) as Message;
