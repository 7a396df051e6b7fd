import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as home from "./app/route.ts";
import * as hooks from "./app/hooks/route.ts";
import * as questions from "./app/questions/route.ts";

// Does what Next.js does with these files: finds the one of the path, and calls its export of the method.
type Handler = (request: Request, context: object) => Response | Promise<Response>;
const routes: Record<string, Partial<Record<string, Handler>>> = {
  "/": home,
  "/questions": questions,
  "/hooks": hooks,
};

async function answer(request: Request): Promise<Response> {
  const handler = routes[new URL(request.url).pathname]?.[request.method];
  if (!handler) return new Response("Not found\n", { status: 404 });
  try {
    return await handler(request, { params: Promise.resolve({}) });
  } catch (error) {
    console.error(error);
    return new Response("Internal Server Error\n", { status: 500 });
  }
}

const server = createServer(async (message, out) => {
  const body = Buffer.concat(await message.toArray());
  const request = new Request(`http://${message.headers.host}${message.url}`, {
    method: message.method ?? "GET",
    headers: message.headers as Record<string, string>,
    ...(body.length > 0 && { body }),
  });
  const response = await answer(request);
  out.writeHead(response.status, Object.fromEntries(response.headers));
  out.end(Buffer.from(await response.arrayBuffer()));
});

server.listen(Number(process.env["PORT"] ?? "3000"), () => {
  console.log(`http://localhost:${(server.address() as AddressInfo).port}`);
});
