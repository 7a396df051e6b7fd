type Call = { sql: string; values: unknown[] };

/** What a session of D1 may read: the state after this many commits, or a newer one. */
type Position = number;

/** A copy of the primary, which has the first `position` commits. */
type Copy = { d1: D1Database; position: Position };

/** A primary with copies that are late, as D1's read replicas are. */
export type LaggingDatabase = {
  d1: D1Database;
  /** How many commits the primary has. */
  countCommits(): Position;
  /** How many calls were answered by a copy, and how many by the primary. */
  answered: { byCopies: number; byPrimary: number };
  /** Brings all copies up to date. */
  catchUp(): Promise<void>;
};

/**
 * Wraps a database, so that its sessions read from copies that are up to `maxLag` commits behind. It behaves as D1 is
 * documented to, and less kindly where that leaves something open: each call may meet another copy, a copy is as late as
 * it may be, and an unknown bookmark is an error. Without a session, every call goes to the primary.
 * @param copies databases with the same content as the primary
 * @param random returns numbers from 0 up to 1
 */
export function createLaggingDatabase(
  primary: D1Database,
  copies: D1Database[],
  { maxLag, random }: { maxLag: number; random: () => number },
): LaggingDatabase {
  const commits: Call[][] = [];
  const replicas: Copy[] = copies.map((d1) => ({ d1, position: 0 }));
  const answered = { byCopies: 0, byPrimary: 0 };
  const calls = new WeakMap<D1PreparedStatement, Call>();

  // One call after the other, so that the order of the commits is known.
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  }

  const prepareIn = (d1: D1Database, { sql, values }: Call) => d1.prepare(sql).bind(...values);

  async function advance(copy: Copy, position: Position): Promise<void> {
    const missing = commits.slice(copy.position, position).flat();
    if (missing.length > 0) await copy.d1.batch(missing.map((call) => prepareIn(copy.d1, call)));
    copy.position = Math.max(copy.position, position);
  }

  async function chooseCopy(least: Position): Promise<Copy> {
    const copy = replicas[Math.floor(random() * replicas.length)]!;
    const oldest = Math.max(copy.position, least, commits.length - maxLag);
    const isLate = random() < 0.8;
    const newer = Math.floor(random() * (commits.length - oldest + 1));
    await advance(copy, isLate ? oldest : oldest + newer);
    return copy;
  }

  /** @param start the constraint or the bookmark of a session; undefined for no session */
  function open(start: string | undefined) {
    let seen = readBookmark(start);
    let isFirst = true;

    const send = <Answer>(asked: Call[], run: (d1: D1Database) => Promise<Answer>) =>
      inTurn(async () => {
        const isWriting = asked.some(({ sql }) => !/^\s*(?:select|with|explain)\b/i.test(sql));
        const toPrimary =
          isWriting || start === undefined || (isFirst && start === "first-primary");
        if (seen !== undefined && seen > commits.length) throw new Error("an unknown bookmark");
        isFirst = false;
        if (!toPrimary) {
          const copy = await chooseCopy(seen ?? 0);
          answered.byCopies++;
          const answer = await run(copy.d1);
          seen = Math.max(seen ?? 0, copy.position);
          return answer;
        }
        answered.byPrimary++;
        const answer = await run(primary);
        if (isWriting) commits.push(asked);
        seen = commits.length;
        return answer;
      });

    function wrap(call: Call): D1PreparedStatement {
      const one = (run: (statement: D1PreparedStatement) => Promise<unknown>) =>
        send([call], (d1) => run(prepareIn(d1, call)));
      const statement = {
        bind: (...values: unknown[]) => wrap({ ...call, values }),
        all: () => one((each) => each.all()),
        run: () => one((each) => each.run()),
        raw: () => one((each) => each.raw()),
        first: (column?: string) =>
          one((each) => (column === undefined ? each.first() : each.first(column))),
      } as unknown as D1PreparedStatement;
      calls.set(statement, call);
      return statement;
    }

    return {
      prepare: (sql: string) => wrap({ sql, values: [] }),
      batch: (statements: D1PreparedStatement[]) => {
        const asked = statements.map((statement) => calls.get(statement)!);
        return send(asked, (d1) => d1.batch(asked.map((call) => prepareIn(d1, call))));
      },
      getBookmark: () => (seen === undefined ? null : String(seen).padStart(10, "0")),
    };
  }

  return {
    d1: { ...open(undefined), withSession: open } as unknown as D1Database,
    countCommits: () => commits.length,
    answered,
    catchUp: () =>
      inTurn(async () => {
        for (const copy of replicas) await advance(copy, commits.length);
      }),
  };
}

function readBookmark(start: string | undefined): Position | undefined {
  if (start === undefined || start === "first-primary" || start === "first-unconstrained")
    return undefined;
  if (!/^\d{10}$/.test(start)) throw new Error("an unknown bookmark");
  return Number(start);
}
