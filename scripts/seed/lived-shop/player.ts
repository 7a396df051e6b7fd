import { signIn, type HttpSession } from "../../shop/http-session.ts";

/** The shop and the sandbox that a life is played in, over HTTP. Throws for every unsuccessful answer. */
export type Player = {
  /** Signs in as the user of this email address or test user. Each user comes from a network address of their own. */
  visit(user: string): Promise<HttpSession>;
  /** Calls the sandbox's control API. */
  control<Answer>(path: string, body: object): Promise<Answer>;
  /** Reads from Stripe's API. */
  readStripe<Item>(path: string): Promise<Item[]>;
  /** Moves the clock to a time in Unix milliseconds, in one step. Stripe and the shop do what is due on the way. */
  moveTo(at: number): Promise<void>;
};

/** An answer that refuses what was asked. */
export class RefusedError extends Error {}

export function createPlayer(shop: { url: string; sandboxUrl: string }): Player {
  const { url, sandboxUrl } = shop;
  const json = { "content-type": "application/json" };
  const addresses = new Map<string, string>();

  function addressOf(user: string): string {
    const number = addresses.size;
    const known =
      addresses.get(user) ?? `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
    addresses.set(user, known);
    return known;
  }

  return {
    visit: (user) => signIn(url, user, { "cf-connecting-ip": addressOf(user) }),
    async control(path, body) {
      const answer = await fetch(`${sandboxUrl}/_sandbox/${path}`, {
        method: "POST",
        headers: json,
        body: JSON.stringify(body),
      });
      return readAnswer(answer);
    },
    async readStripe<Item>(path: string) {
      const headers = { authorization: "Bearer sk_test_sandbox" };
      const { data } = await readAnswer<{ data: Item[] }>(
        await fetch(`${sandboxUrl}/v1/${path}`, { headers }),
      );
      return data;
    },
    async moveTo(at) {
      const clock = await readAnswer<{ now: number }>(await fetch(`${sandboxUrl}/_sandbox/clock`));
      const advanceSeconds = Math.floor(at / 1000) - clock.now;
      if (advanceSeconds > 0)
        await this.control("clock", { advanceSeconds, stepSeconds: advanceSeconds });
    },
  };
}

/** Sends JSON as a signed-in user, and returns the answer. Without a body, the method is GET. */
export async function send<Answer = unknown>(
  session: HttpSession,
  path: string,
  body?: object,
  method = "POST",
): Promise<Answer> {
  return readAnswer(
    await session.fetch(
      path,
      body && {
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      },
    ),
  );
}

/** @throws RefusedError for a status from 400 to 499, Error for any other unsuccessful one */
export async function readAnswer<Answer>(answer: Response): Promise<Answer> {
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as Answer;
  const text = `${answer.url} answered ${answer.status}: ${await answer.text()}`;
  throw answer.status < 500 ? new RefusedError(text) : new Error(text);
}
