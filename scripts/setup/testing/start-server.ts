import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a test's server sees it. */
export type SeenRequest = {
  method: string;
  path: string;
  headers: Record<string, unknown>;
  body: string;
};

/** Starts a server that answers with JSON. */
export async function startServer(
  answer: (request: SeenRequest) => { status?: number; body: unknown },
): Promise<{ url: string; stop(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const answered = answer({ method, path: url, headers, body });
      response.writeHead(answered.status ?? 200, { "content-type": "application/json" });
      response.end(JSON.stringify(answered.body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
