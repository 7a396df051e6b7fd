import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** One delivery as it was received. */
export interface ReceivedWebhook {
  id: string;
  type: string;
  body: string;
  signature: string;
}

/** Starts a webhook endpoint that keeps every delivery. It answers with each of `nextStatuses` once, then with 200. */
export async function receiveWebhooks() {
  const received: ReceivedWebhook[] = [];
  const nextStatuses: number[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { id, type } = JSON.parse(body) as { id: string; type: string };
    received.push({ id, type, body, signature: String(request.headers["stripe-signature"]) });
    response.writeHead(nextStatuses.shift() ?? 200).end();
    for (const { count, done } of waiting) if (received.length >= count) done();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    nextStatuses,
    /** Resolves when `count` deliveries were received. */
    waitForCount(count: number): Promise<void> {
      return new Promise((done) =>
        received.length >= count ? done() : waiting.push({ count, done }),
      );
    },
    close: () => server.close(),
  };
}
