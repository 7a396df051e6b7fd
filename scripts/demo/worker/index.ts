import "./outgoing.ts";
import { placeBelow } from "../../../packages/sandbox/worker/place-below.ts";
import type { DemoEnv } from "./demo-env.ts";
import { splitWorldPath } from "./world-path.ts";
import { goneHeader } from "./gone-header.ts";
import { demoPage, demoStyle, messagePage } from "./pages.ts";

export { DemoGate } from "./demo-gate.ts";
export { DemoShop } from "./demo-shop.ts";
export { DemoWorld } from "./demo-world.ts";

const cookieName = "demo_shop";
const cookieSeconds = 86_400;

/** The public demo: each visitor gets a shop and a sandbox of their own, found by a cookie. */
export default {
  async fetch(request, env): Promise<Response> {
    const answered = await answer(request, env);
    const response = new Response(answered.body, answered);
    response.headers.set("x-robots-tag", "noindex, nofollow");
    return response;
  },
} satisfies ExportedHandler<DemoEnv>;

async function answer(request: Request, env: DemoEnv): Promise<Response> {
  const url = new URL(request.url);
  const { pathname } = url;
  if (pathname === "/robots.txt") return new Response("User-agent: *\nDisallow: /\n");
  if (pathname === "/demo.css")
    return new Response(demoStyle, { headers: { "content-type": "text/css; charset=utf-8" } });
  const visitor = new RegExp(`(?:^|; )${cookieName}=([0-9a-f]{32})`).exec(
    request.headers.get("cookie") ?? "",
  )?.[1];
  if (pathname === "/demo/start" && request.method === "POST") return start(request, env, visitor);
  if (pathname === "/demo") return demoPage(visitor);
  if (visitor === undefined) return askToStart(request);
  if (!(await env.VISIT_LIMIT.limit({ key: visitor })).success)
    return messagePage("Too many requests", "Wait a minute, and go on.", 429);
  // Stripe's own API is for the shop only, and so is what it is told by Stripe.
  if (pathname.startsWith("/v1/"))
    return messagePage("Page not found", "This is for the shop only.", 404);
  const world = splitWorldPath(pathname);
  if (world) {
    const inside = new Request(new URL(world.inside + url.search, url.origin), request);
    return placeBelow(world.base, await env.WORLDS.getByName(visitor).fetch(inside));
  }
  const response = await env.SHOPS.getByName(visitor).fetch(request);
  if (response.headers.has(goneHeader)) return askToStart(request);
  return withNotice(response);
}

/** Answers who has no shop, or none any more. */
const askToStart = (request: Request) =>
  request.method === "GET" && request.headers.get("accept")?.includes("text/html")
    ? demoPage(undefined)
    : Response.json({ error: "Start a demo shop first." }, { status: 401 });

/** Begins a shop, or begins it again. */
async function start(
  request: Request,
  env: DemoEnv,
  before: string | undefined,
): Promise<Response> {
  const { origin } = new URL(request.url);
  if (request.headers.get("origin") !== origin)
    return messagePage("Not started", "Start the demo from its own page.", 403);
  const address = request.headers.get("cf-connecting-ip") ?? "unknown";
  const day = new Date().toISOString().slice(0, 10);
  const mayStart =
    (await env.START_LIMIT.limit({ key: address })).success &&
    (await env.GATE.getByName("gate").take(day, Number(env.SHOPS_PER_DAY)));
  if (!mayStart)
    return messagePage(
      "The demo is busy",
      "Too many shops were started. Try again later, or run it on your own machine: npm start.",
      429,
    );
  if (before !== undefined) await env.SHOPS.getByName(before).remove();
  const id = crypto.randomUUID().replaceAll("-", "");
  await env.SHOPS.getByName(id).begin(id, origin);
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return new Response(null, {
    status: 303,
    headers: {
      location: "/demo",
      "set-cookie": `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${cookieSeconds}${secure}`,
    },
  });
}

/** Says on each page of the shop that nothing is real. */
function withNotice(response: Response): Response {
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
  return new HTMLRewriter()
    .on("head", {
      element: (head) =>
        void head.append('<link rel="stylesheet" href="/demo.css">', { html: true }),
    })
    .on("body", {
      element: (body) =>
        void body.prepend(
          '<p class="demo-notice" role="note">This is a demo. Nothing here is real, and no money moves. <a href="/demo">Sign in as Olive, Ann or Bob, or start again</a></p>',
          { html: true },
        ),
    })
    .transform(response);
}
