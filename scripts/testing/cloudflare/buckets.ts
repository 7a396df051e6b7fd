import { Hono, type Context } from "hono";
import { type Account, type Bucket, toBucketId } from "./account.ts";
import { answer, ApiError } from "./envelope.ts";
import type { Storage } from "./storage.ts";

/** https://developers.cloudflare.com/r2/reference/data-location/ */
const locations = new Set(["wnam", "enam", "weur", "eeur", "apac", "oc"]);

/**
 * The routes of R2. Known codes: 10006 (no bucket), 10004 (a name twice), 10005 (a bad name), 10007 (no object) and 10008
 * (not empty) from R2's documented error codes.
 */
export function createBucketRoutes(account: Account, storage: Storage): Hono {
  const readJurisdiction = (c: Context) => c.req.header("cf-r2-jurisdiction") ?? "default";
  const find = (c: Context): Bucket => {
    const bucket = account.buckets.get(
      toBucketId(readJurisdiction(c), c.req.param("bucket") ?? ""),
    );
    if (!bucket) throw new ApiError(404, 10006, "The specified bucket does not exist.");
    return bucket;
  };
  const open = async (c: Context): Promise<R2Bucket> => {
    const { id } = find(c);
    const { buckets } = await storage.open(account);
    return buckets[id]!;
  };
  const readKey = (c: Context) =>
    decodeURIComponent(c.req.path.slice(c.req.path.indexOf("/objects/") + "/objects/".length));

  return new Hono()
    .get("/", (c) => {
      const jurisdiction = readJurisdiction(c);
      const found = [...account.buckets.values()].filter(
        (bucket) => bucket.jurisdiction === jurisdiction,
      );
      return answer(c, { buckets: found.map(describe) });
    })
    .post("/", async (c) => {
      const { name, locationHint, storageClass } = await c.req.json<{
        name: string;
        locationHint?: string;
        storageClass?: string;
      }>();
      const jurisdiction = readJurisdiction(c);
      if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(name))
        throw new ApiError(400, 10005, "The specified bucket name is not valid.");
      if (locationHint !== undefined && !locations.has(locationHint))
        throw new ApiError(400, 10040, "The specified location hint is not valid.");
      const id = toBucketId(jurisdiction, name);
      if (account.buckets.has(id))
        throw new ApiError(
          409,
          10004,
          "The bucket you tried to create already exists, and you own it.",
        );
      const bucket: Bucket = {
        id,
        name,
        createdAt: new Date().toISOString(),
        location: locationHint,
        jurisdiction,
        storageClass: storageClass ?? "Standard",
      };
      account.buckets.set(id, bucket);
      return answer(c, describe(bucket));
    })
    .get("/:bucket", (c) => answer(c, describe(find(c))))
    .delete("/:bucket", async (c) => {
      const bucket = find(c);
      const { objects } = await (await open(c)).list({ limit: 1 });
      if (objects.length > 0)
        throw new ApiError(409, 10008, "The bucket you tried to delete is not empty.");
      account.buckets.delete(bucket.id);
      return answer(c, {});
    })
    .get("/:bucket/objects", async (c) => {
      const page = await (
        await open(c)
      ).list({
        limit: Number(c.req.query("per_page") ?? 20),
        ...(c.req.query("prefix") !== undefined && { prefix: c.req.query("prefix")! }),
        ...(c.req.query("cursor") !== undefined && { cursor: c.req.query("cursor")! }),
        include: ["httpMetadata", "customMetadata"],
      });
      return answer(
        c,
        page.objects.map((object) => ({
          key: object.key,
          etag: object.etag,
          size: object.size,
          last_modified: object.uploaded.toISOString(),
          storage_class: object.storageClass,
          http_metadata: object.httpMetadata,
          custom_metadata: object.customMetadata,
        })),
        {
          result_info: {
            per_page: page.objects.length,
            is_truncated: page.truncated,
            ...(page.truncated && { cursor: page.cursor }),
          },
        },
      );
    })
    .get("/:bucket/objects/*", async (c) => {
      const object = await (await open(c)).get(readKey(c));
      if (!object) throw new ApiError(404, 10007, "The specified key does not exist.");
      return new Response(await object.arrayBuffer(), {
        headers: {
          etag: object.httpEtag,
          "content-type": object.httpMetadata?.contentType ?? "application/octet-stream",
        },
      });
    })
    .put("/:bucket/objects/*", async (c) => {
      const contentType = c.req.header("content-type");
      const object = await (
        await open(c)
      ).put(readKey(c), await c.req.arrayBuffer(), {
        ...(contentType && { httpMetadata: { contentType } }),
      });
      return answer(c, { key: object.key, etag: object.etag, size: String(object.size) });
    })
    .delete("/:bucket/objects/*", async (c) => {
      await (await open(c)).delete(readKey(c));
      return answer(c, { key: readKey(c) });
    });
}

const describe = (bucket: Bucket) => ({
  name: bucket.name,
  creation_date: bucket.createdAt,
  location: (bucket.location ?? "weur").toUpperCase(),
  storage_class: bucket.storageClass,
  jurisdiction: bucket.jurisdiction,
});
