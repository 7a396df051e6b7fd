import type { Database } from "./client.ts";

/**
 * Thrown where an answer from a replica would write. The request is answered again from the primary, so that what a write
 * follows from was read there, too.
 */
export class NeedsPrimary extends Error {
  override name = "NeedsPrimary";
}

/** D1 forwards a write to the primary from any replica, so anything that might be one counts as one. */
function isWrite(sql: string): boolean {
  if (/^\s*select\b/i.test(sql)) return false;
  return !/^\s*with\b/i.test(sql) || /\b(?:insert|replace|update|delete)\b/i.test(sql);
}

/** The newer of two bookmarks. D1's bookmarks sort by age as texts. */
function newest(a: string | undefined, b: string | null | undefined): string | undefined {
  return a === undefined || (b && b > a) ? (b ?? undefined) : a;
}

/** A statement that has no database yet, because only all statements of a call say which one it needs. */
class OpenStatement {
  readonly #database: ReplicatedDatabase;
  readonly #values: unknown[];
  readonly sql: string;

  constructor(database: ReplicatedDatabase, sql: string, values: unknown[] = []) {
    this.#database = database;
    this.sql = sql;
    this.#values = values;
  }

  bind = (...values: unknown[]) => new OpenStatement(this.#database, this.sql, values);
  all = () => this.#run((statement) => statement.all());
  run = () => this.#run((statement) => statement.run());
  raw = (options?: { columnNames?: false }) => this.#run((statement) => statement.raw(options));
  first = (column?: string) =>
    this.#run<unknown>((statement) =>
      column === undefined ? statement.first() : statement.first(column),
    );

  prepareIn(session: D1DatabaseSession): D1PreparedStatement {
    const statement = session.prepare(this.sql);
    return this.#values.length > 0 ? statement.bind(...this.#values) : statement;
  }

  #run<Answer>(call: (statement: D1PreparedStatement) => Promise<Answer>): Promise<Answer> {
    return this.#database.call([this.sql], (session) => call(this.prepareIn(session)));
  }
}

/**
 * The database of one request in a shop with read replicas. It looks like D1's binding, and each call is a session of
 * D1 that continues where the one before it ended.
 */
abstract class ReplicatedDatabase {
  /** The bookmark of the newest state that an answer of D1 came from; undefined before the first one. */
  seen: string | undefined;
  hasWritten = false;

  readonly #d1: D1Database;
  /** The bookmark that the client has sent: the request must see what it stands for. */
  readonly sent: string | undefined;

  constructor(d1: D1Database, sent: string | undefined) {
    this.#d1 = d1;
    this.sent = sent;
  }

  /** Returns where the next call goes. */
  protected abstract choose(isWriting: boolean): string;

  prepare(sql: string): D1PreparedStatement {
    return new OpenStatement(this, sql) as unknown as D1PreparedStatement;
  }

  async batch(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    const open = statements as unknown as OpenStatement[];
    return this.call(
      open.map(({ sql }) => sql),
      (session) => session.batch(open.map((statement) => statement.prepareIn(session))),
    );
  }

  async call<Answer>(
    sql: string[],
    send: (session: D1DatabaseSession) => Promise<Answer>,
  ): Promise<Answer> {
    const isWriting = sql.some(isWrite);
    const session = this.#d1.withSession(this.choose(isWriting));
    const answer = await send(session);
    this.seen = newest(this.seen, session.getBookmark());
    this.hasWritten ||= isWriting;
    return answer;
  }
}

/** Every call is answered by the primary. Its bookmark after a write is what the client has to send. */
export class PrimaryDatabase extends ReplicatedDatabase {
  protected choose(): string {
    return "first-primary";
  }
}

/**
 * Every call is answered by the nearest read replica that is at least as new as `sent` and as what this request has read
 * already. A write is refused.
 */
export class NearestReplica extends ReplicatedDatabase {
  /** Whether anything was asked. If not, the answer cannot be old. */
  hasRead = false;
  /** Whether the primary has to be asked before this answer is given. */
  isDoubtful = false;
  /** The answer was given. What still runs after it is about other things, and asks the primary. */
  isDone = false;
  #least = this.sent;

  /** From now on, reads at least what this bookmark stands for. */
  continueFrom(bookmark: string): void {
    this.#least = newest(this.#least, bookmark);
  }

  protected choose(isWriting: boolean): string {
    if (this.isDone) return "first-primary";
    this.hasRead = true;
    if (isWriting) {
      this.isDoubtful = true;
      throw new NeedsPrimary("a write on a read replica");
    }
    return newest(this.#least, this.seen) ?? "first-unconstrained";
  }
}

/**
 * Says that the answer refuses something, or lacks what may have been bought a moment ago. A read replica may not know it
 * yet, so the primary is asked before the answer is given. Without read replicas, does nothing.
 */
export function doubt({ $client }: Pick<Database, "$client">): void {
  const d1: unknown = $client;
  if (d1 instanceof NearestReplica) d1.isDoubtful = true;
}

/** Whether the primary will be asked if this answer is an error, so that the error is none yet. */
export function isAskedAgain(d1: unknown): boolean {
  return d1 instanceof NearestReplica && d1.hasRead && !d1.isDone;
}

/** The bookmark of what was read with this database; undefined without read replicas. */
export function bookmarkOf(d1: unknown): string | undefined {
  return d1 instanceof ReplicatedDatabase ? d1.seen : undefined;
}

/** Whether a client has sent its own bookmark, which D1 has not given to this isolate. */
export function hasForeignBookmark(d1: unknown): boolean {
  return d1 instanceof ReplicatedDatabase && d1.sent !== undefined;
}

/**
 * Whether a request may use what another one has read. If so, the rest of what it reads is at least as new.
 * @param bookmark of what was read; undefined if it was read without read replicas, as by cron
 */
export function mayContinueFrom(d1: unknown, bookmark: string | undefined): boolean {
  if (!(d1 instanceof ReplicatedDatabase)) return true;
  if ((d1.sent ?? "") > (bookmark ?? "")) return false;
  if (!(d1 instanceof NearestReplica)) return true;
  if (bookmark !== undefined) d1.continueFrom(bookmark);
  return bookmark !== undefined;
}
