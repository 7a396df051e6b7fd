import { createServer, request as sendHttp, type Server } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { callbackify } from "node:util";
import type { Certificates } from "./certificates.ts";
import { ORIGINAL_URL } from "./original-url.ts";

/** Answers a request for any host. */
export type Handler = (url: URL, request: IncomingMessage, response: ServerResponse) => void;

/**
 * Creates a server that is three things on one port: a proxy for HTTPS, which answers hosts itself with certificates of
 * its own; a proxy for HTTP; and a server for requests to itself.
 * @param isKnown whether the stand-in answers for a host. The proxy refuses others.
 */
export function createProxy(
  certificates: Certificates,
  isKnown: (host: string) => boolean,
  handle: Handler,
): Server {
  const secure = createTlsServer(
    {
      SNICallback: callbackify((host: string) => certificates.getContext(host)),
    },
    (request, response) =>
      handle(new URL(request.url ?? "/", `https://${request.headers.host}`), request, response),
  );
  const server = createServer((request, response) => {
    const original = request.headers[ORIGINAL_URL];
    delete request.headers[ORIGINAL_URL];
    const base = typeof original === "string" ? original : `http://${request.headers.host}`;
    handle(new URL(original ? base : (request.url ?? "/"), base), request, response);
  });
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    socket.on("error", () => socket.destroy());
    const { hostname } = new URL(`https://${request.url}`);
    if (!isKnown(hostname)) {
      socket.end(`HTTP/1.1 403 Forbidden\r\n\r\nThe stand-in answers nothing for ${hostname}`);
      return;
    }
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    secure.emit("connection", socket);
  });
  server.on("close", () => secure.closeAllConnections());
  return server;
}

/** Sends a request on to another server of this machine, with its body and headers as they are. */
export function forward(
  target: URL,
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string | undefined> = {},
): void {
  const outgoing = sendHttp(
    target.href,
    { method: request.method, headers: { ...request.headers, ...headers } },
    (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
    },
  );
  outgoing.on("error", (error) => {
    if (!response.headersSent) response.writeHead(502);
    response.end(error.message);
  });
  request.pipe(outgoing);
}
