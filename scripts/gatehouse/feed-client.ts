import type { WireEvent } from "../../worker/feed/wire-event.ts";

/** A page of the feed, oldest event first. */
export type FeedPage = { data: WireEvent[]; newestSequence: number };

/** The shop refused a request. `code` is that of its problem details, e.g. `api_key_revoked`. */
export class ShopError extends Error {
  readonly status: number;
  readonly code: string;
  /** For `cursor_expired`: where the feed begins. */
  readonly oldestSequence: number | undefined;

  constructor(
    status: number,
    problem: { code?: string; title?: string; detail?: string; oldestSequence?: number },
  ) {
    const { title = `The shop answered ${status}`, detail } = problem;
    super(detail ? `${title}: ${detail}` : title);
    this.status = status;
    this.code = problem.code ?? "";
    this.oldestSequence = problem.oldestSequence;
  }
}

/**
 * Reads a page of a shop's feed.
 * @param input.after the sequence to continue after; without it, the page starts at the oldest event
 * @throws ShopError if the shop refuses, or the error of `fetch` if it does not answer
 */
export async function readFeed(
  shop: { url: string; apiKey: string },
  input: { after?: number; limit: number },
): Promise<FeedPage> {
  const query = new URLSearchParams({ limit: String(input.limit) });
  if (input.after !== undefined) query.set("after", String(input.after));
  const response = await fetch(`${shop.url}/api/v1/events?${query}`, {
    headers: { authorization: `Bearer ${shop.apiKey}` },
  });
  const body = (await response.json().catch(() => ({}))) as FeedPage & { code?: string };
  if (!response.ok) throw new ShopError(response.status, body);
  return body;
}
