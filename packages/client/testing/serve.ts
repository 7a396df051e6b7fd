import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export type TestServer = { url: string; stop: () => Promise<void> };

/** Starts a server on a free port of this machine. It answers each request with what `answer` returns. */
export const serve = (answer: (request: Request) => Response | Promise<Response>) =>
  listen(async (message, out) => {
    const response = await answer(await toRequest(message));
    out.writeHead(response.status, Object.fromEntries(response.headers));
    out.end(new Uint8Array(await response.arrayBuffer()));
  });

/** Starts a server on a free port of this machine. */
export async function listen(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

async function toRequest(message: IncomingMessage): Promise<Request> {
  const body = Buffer.concat(await message.toArray());
  return new Request(`http://${message.headers.host}${message.url}`, {
    method: message.method!,
    headers: message.headers as Record<string, string>,
    ...(body.length > 0 && { body }),
  });
}
