import { z } from "zod";
import { homePage, notFoundPage, unknownKeyError } from "./pages.ts";
import { placeBelow } from "./place-below.ts";
import { findWorldOfKey, isSameSecret, isWorldId, newWorldId } from "./world-keys.ts";
import { worldOptions } from "./world-options.ts";
import type { World } from "./world.ts";

export { World } from "./world.ts";

interface SandboxEnv {
  WORLDS: DurableObjectNamespace<World>;
  /** Creates and deletes worlds. Without it, nobody can. */
  CREATE_KEY?: string;
}

/** The sandbox as a Worker: finds the world of a request, and has it answer. */
export default {
  async fetch(request, env): Promise<Response> {
    const response = await answer(request, env);
    const shown = new Response(response.body, response);
    shown.headers.set("x-robots-tag", "noindex, nofollow");
    return shown;
  },
} satisfies ExportedHandler<SandboxEnv>;

async function answer(request: Request, env: SandboxEnv): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname === "/") return homePage();
  if (url.pathname === "/robots.txt") return new Response("User-agent: *\nDisallow: /\n");
  if (url.pathname === "/worlds" || url.pathname.startsWith("/worlds/"))
    return changeWorlds(request, url, env);
  // Stripe's client can be given a host and no path, so its key names the world.
  if (url.pathname.startsWith("/v1/")) {
    const id = findWorldOfKey(request.headers.get("authorization"));
    return id === null ? unknownKeyError() : askWorld(env, id, request);
  }
  const [, id = "", path = ""] = /^\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? [];
  if (!isWorldId(id)) return notFoundPage();
  if (path === "") return Response.redirect(`${url.origin}/${id}/`, 308);
  const inside = new Request(new URL(`${path}${url.search}`, url.origin), request);
  return placeBelow(`/${id}`, await askWorld(env, id, inside));
}

const askWorld = (env: SandboxEnv, id: string, request: Request) =>
  env.WORLDS.getByName(id).fetch(request);

/** `POST /worlds` creates one, `PUT /worlds/:id` creates or changes one, `DELETE /worlds/:id` deletes it. */
async function changeWorlds(request: Request, url: URL, env: SandboxEnv): Promise<Response> {
  const given = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!env.CREATE_KEY || given === undefined || !isSameSecret(given, env.CREATE_KEY))
    return Response.json({ error: "Send the key that creates worlds." }, { status: 401 });
  const named = /^\/worlds\/([^/]+)$/.exec(url.pathname)?.[1];
  const id = url.pathname === "/worlds" && request.method === "POST" ? newWorldId() : named;
  if (id === undefined || !isWorldId(id))
    return Response.json(
      { error: "The id of a world is 4 to 40 letters in lower case and digits." },
      { status: 404 },
    );
  const world = env.WORLDS.getByName(id);
  if (request.method === "DELETE") {
    await world.remove();
    return new Response(null, { status: 204 });
  }
  if (request.method !== "POST" && request.method !== "PUT")
    return new Response(null, { status: 405, headers: { allow: "POST, PUT, DELETE" } });
  const options = worldOptions.safeParse(await request.json().catch(() => ({})));
  if (!options.success)
    return Response.json({ error: z.prettifyError(options.error) }, { status: 400 });
  return Response.json(await world.put(id, url.origin, options.data), { status: 201 });
}
