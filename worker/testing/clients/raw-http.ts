import { connect } from "cloudflare:sockets";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { answerRequest } from "../../answer-request.ts";
import worker from "../../index.ts";
import { ORIGIN } from "./sign-in.ts";

/**
 * An answer as it came. `status` is 0 if the connection was closed without one. The runtime refuses some requests before
 * they reach the Worker.
 */
export type RawAnswer = { status: number; head: string; body: string; hasReachedWorker: boolean };

/**
 * Returns a function that sends bytes to this runtime's own HTTP server, over a socket. They reach the Worker with the
 * environment of a shop, until the test ends. For requests that `fetch` refuses to send.
 * @param bytes one character for each byte
 */
export function openSocket(shopEnv: Env): (bytes: string) => Promise<RawAnswer> {
  let hasReachedWorker = false;
  vi.spyOn(worker, "fetch").mockImplementation(async (request) => {
    hasReachedWorker = true;
    const execution = createExecutionContext();
    const response = await answerRequest(request, shopEnv, execution);
    await waitOnExecutionContext(execution);
    return response;
  });
  const { SOCKET_PORT: port } = env as typeof env & { SOCKET_PORT: number };
  return async (bytes) => {
    hasReachedWorker = false;
    const address = { hostname: "127.0.0.1", port };
    const socket = connect(address, { secureTransport: "off", allowHalfOpen: true });
    // The server may refuse the request before it has read all of it, and close.
    const sent = send(socket.writable, bytes).catch(() => undefined);
    const answer = await readAll(socket.readable);
    await sent;
    await socket.close();
    const [head = "", ...body] = answer.split("\r\n\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0);
    return { status, head, body: body.join("\r\n\r\n"), hasReachedWorker };
  };
}

/** Writes a request with these lines in its head. The server closes the connection after its answer. */
export function writeRequest(
  method: string,
  path: string,
  headers: readonly string[] = [],
  body = "",
): string {
  const host = `Host: ${new URL(ORIGIN).host}`;
  const lines = [`${method} ${path} HTTP/1.1`, host, "Connection: close", ...headers];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

async function send(stream: WritableStream, bytes: string): Promise<void> {
  const writer = stream.getWriter();
  await writer.write(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
  await writer.close();
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  } catch {
    // The server has closed the connection.
  }
  return text;
}
