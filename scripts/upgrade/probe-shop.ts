import { setTimeout as sleep } from "node:timers/promises";

/** Longer than Cloudflare needs to reach all of its data centers. */
const TIMEOUT_MS = 300_000;
const RETRY_MS = 2_000;

const isJson = (response: Response) =>
  response.headers.get("content-type")?.includes("json") ?? false;

/**
 * Tries what every buyer needs, of a deployed shop: the catalog, its pages, sign-in, the API, and that Stripe's events
 * are read. A purchase itself needs somebody who signs in and pays, so none is made.
 * @throws Error with everything that failed
 */
export async function probeShop(origin: string): Promise<void> {
  const problems: string[] = [];
  const ask = async (path: string, status: number, init?: RequestInit) => {
    try {
      const response = await fetch(origin + path, {
        redirect: "manual",
        signal: AbortSignal.timeout(30_000),
        ...init,
      });
      const body: unknown = isJson(response) ? await response.json() : await response.text();
      if (response.status !== status)
        problems.push(`${path} answered ${response.status} instead of ${status}`);
      return body;
    } catch (error) {
      problems.push(`${path}: ${String(error)}`);
      return undefined;
    }
  };
  const shop = (await ask("/api/shop", 200)) as { products?: { slug: string }[] } | undefined;
  await ask("/", 200);
  await ask("/signin", 200);
  for (const { slug } of shop?.products?.slice(0, 3) ?? []) await ask(`/p/${slug}`, 200);
  await ask("/api/me", 200);
  await ask("/api/v1/products", 401);
  // Signed by nobody, so it is refused after the shop has read its configuration.
  await ask("/api/stripe/webhook", 400, {
    method: "POST",
    headers: { "stripe-signature": "t=1,v1=0" },
    body: "{}",
  });
  if (problems.length > 0) throw new Error(`The shop does not work:\n${problems.join("\n")}`);
}

/**
 * Waits until an earlier version answers again. Release 0.2.0 does not say which one they are.
 * @throws Error with the last answer after five minutes
 */
export async function waitForVersion(origin: string, versionId: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`${origin}/api/health`, {
      signal: AbortSignal.timeout(10_000),
    }).then(
      async (response) => ({ status: response.status, body: await response.text() }),
      (error: unknown) => ({ status: 0, body: String(error) }),
    );
    const version = /"version":"([^"]+)"/.exec(answer.body)?.[1];
    if (answer.status === 200 && (version ?? versionId) === versionId) return;
    if (Date.now() > deadline)
      throw new Error(`${origin}/api/health answers ${answer.status} ${answer.body}`);
    await sleep(RETRY_MS);
  }
}
