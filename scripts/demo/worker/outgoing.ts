import { AsyncLocalStorage } from "node:async_hooks";

type Send = (request: Request) => Promise<Response>;

const outgoing = new AsyncLocalStorage<Send>();

// The shop sends by `fetch`, as every Worker. Here each request has to say whose shop it is of, and none leaves the demo:
// a visitor could otherwise have it send to anybody.
globalThis.fetch = (input: RequestInfo | URL, init?: RequestInit) => {
  const send = outgoing.getStore();
  if (!send) return Promise.reject(new Error("The demo sends nothing outside of a shop."));
  return send(new Request(input, init));
};

/** Runs the work of one shop. What it sends by `fetch`, `send` answers. */
export const runWith = <Result>(send: Send, work: () => Result): Result => outgoing.run(send, work);
