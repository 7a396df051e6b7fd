import { handleAsNodeRequest } from "cloudflare:node";
import { createServer } from "node:http";
import type { OidcProvider } from "../oidc/server.ts";

const firstPort = 10_000;
const portCount = 50_000;
let requests = 0;

/**
 * Answers a request with the OpenID provider, which is written for servers of Node. Worlds share an isolate, and none
 * may use what another has opened, so each request gets a server: it opens no socket, and its port is only a name.
 * @param worldUrl the URL of the world, whose path the provider expects
 */
export async function answerOidc(
  request: Request,
  worldUrl: string,
  oidc: OidcProvider,
): Promise<Response> {
  const port = firstPort + (requests++ % portCount);
  const server = createServer((incoming, outgoing) => oidc.handle(incoming, outgoing)).listen(port);
  try {
    const { pathname, search } = new URL(request.url);
    const asked = new Request(
      new URL(`${new URL(worldUrl).pathname}${pathname}${search}`, worldUrl),
      request,
    );
    return await handleAsNodeRequest(port, asked);
  } finally {
    server.close();
  }
}
