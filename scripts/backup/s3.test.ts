import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { openBucket, signRequest } from "./s3.ts";
import type { Storage } from "./storage.ts";

const example = {
  region: "us-east-1",
  keyId: "AKIAIOSFODNN7EXAMPLE",
  secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};

// The examples of Amazon's documentation of the signature.
test.each([
  ["?lifecycle", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
  ["?max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
])("the signature of GET /%s is that of Amazon's documentation", (query, signature) => {
  const { authorization } = signRequest(
    example,
    "GET",
    new URL(`https://examplebucket.s3.amazonaws.com/${query}`),
    new Date("2013-05-24T00:00:00Z"),
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
  expect(authorization).toMatch(new RegExp(`Signature=${signature}$`));
});

const PAGE = 2;
const objects = new Map<string, Buffer>();
let server: Server;
let storage: Storage;
let endpoint: string;

/** A service with S3's API for one bucket: it refuses every request that is not signed as it should be. */
beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url!, `http://${request.headers.host}`);
      const sent = String(request.headers["x-amz-date"]);
      const time = sent.replace(/(....)(..)(..T..)(..)(..Z)/, "$1-$2-$3:$4:$5");
      const signed = signRequest(example, request.method!, url, new Date(time));
      if (request.headers.authorization !== signed["authorization"])
        return response.writeHead(403).end("SignatureDoesNotMatch");
      const [, bucket, ...rest] = url.pathname.split("/").map(decodeURIComponent);
      const key = rest.join("/");
      if (bucket !== "backups") return response.writeHead(404).end();
      if (key === "") return response.end(list(url.searchParams));
      if (request.method === "PUT") objects.set(key, await buffer(request));
      const content = objects.get(key);
      if (!content) return response.writeHead(404).end();
      response.writeHead(200, { "content-length": content.length });
      return response.end(request.method === "GET" ? content : undefined);
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  storage = openBucket({ ...example, endpoint, bucket: "backups", folder: "my shop" });
});
afterAll(() => server.close());

function list(query: URLSearchParams): string {
  const prefix = query.get("prefix")!;
  const names = new Set(
    [...objects.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(0, key.indexOf("/", prefix.length) + 1 || key.length + 1).trim()),
  );
  const start = Number(query.get("continuation-token") ?? 0);
  const page = [...names].toSorted().slice(start, start + PAGE);
  const more = start + PAGE < names.size;
  const lines = page.map((name) =>
    name.endsWith("/")
      ? `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${name}</Key></Contents>`,
  );
  const token = more ? `<NextContinuationToken>${start + PAGE}</NextContinuationToken>` : "";
  return `<ListBucketResult><Prefix>${prefix}</Prefix>${token}${lines.join("")}</ListBucketResult>`;
}

it("a bucket keeps what was written, whole or piece by piece, and lists it page by page", async () => {
  expect(await storage.list("")).toEqual([]);
  await storage.write("20260101T000000Z/manifest.json", "{}");
  await storage.write("20260102T000000Z/manifest.json", "{ }");
  async function* pieces() {
    for (let at = 0; at < 3; at++) yield Buffer.alloc(100_000, at);
  }
  await storage.writeStream("objects/ab/it's (1)", pieces(), 300_000);
  await storage.write("rehearsal.json", "x");
  expect((await storage.list("")).toSorted()).toEqual([
    "20260101T000000Z",
    "20260102T000000Z",
    "objects",
    "rehearsal.json",
  ]);
  expect(await storage.list("20260101T000000Z/")).toEqual(["manifest.json"]);
  expect((await storage.read("20260102T000000Z/manifest.json")).toString()).toBe("{ }");
  expect(await storage.findSize("objects/ab/it's (1)")).toBe(300_000);
  expect(await buffer(storage.readStream("objects/ab/it's (1)"))).toEqual(
    Buffer.concat([0, 1, 2].map((fill) => Buffer.alloc(100_000, fill))),
  );
  expect([...objects.keys()].every((key) => key.startsWith("my shop/"))).toBe(true);
});

it("what a bucket lacks is missing, and a wrong secret or bucket is an error", async () => {
  expect(await storage.findSize("nothing")).toBeNull();
  await expect(storage.read("nothing")).rejects.toThrow("The bucket has no my shop/nothing");
  const options = { ...example, endpoint, bucket: "backups", folder: "" };
  const wrong = openBucket({ ...options, secret: "wrong" });
  await expect(wrong.write("x", "x")).rejects.toThrow("403: SignatureDoesNotMatch");
  const other = openBucket({ ...options, bucket: "other" });
  await expect(other.write("x", "x")).rejects.toThrow("There is no bucket other");
});
