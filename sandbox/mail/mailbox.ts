import type { DatabaseSync } from "node:sqlite";

/** A message as it was handed over. `sentAt` is unix milliseconds. */
export type Message = {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  sentAt: number;
};

/** What was sent, newest first. Nothing leaves this machine. */
export type Mailbox = {
  keep(message: Omit<Message, "id" | "sentAt">): Message;
  list(): Message[];
  find(id: string): Message | undefined;
};

/** A mailbox in SQLite, so that it survives a restart. */
export function openMailbox(database: DatabaseSync): Mailbox {
  database.exec(`
    CREATE TABLE IF NOT EXISTS mail (
      id TEXT PRIMARY KEY,
      "from" TEXT NOT NULL,
      "to" TEXT NOT NULL,
      subject TEXT NOT NULL,
      text TEXT NOT NULL,
      sentAt INTEGER NOT NULL
    ) STRICT
  `);
  const insert = database.prepare("INSERT INTO mail VALUES (?, ?, ?, ?, ?, ?)");
  const list = database.prepare("SELECT * FROM mail ORDER BY sentAt DESC, rowid DESC LIMIT 100");
  const find = database.prepare("SELECT * FROM mail WHERE id = ?");
  return {
    keep({ from, to, subject, text }) {
      const message = { id: crypto.randomUUID(), from, to, subject, text, sentAt: Date.now() };
      insert.run(message.id, from, to, subject, text, message.sentAt);
      return message;
    },
    list: () => list.all() as Message[],
    find: (id) => find.get(id) as Message | undefined,
  };
}
