import { createHash, createHmac } from "node:crypto";
import { Readable } from "node:stream";
import type { Storage } from "./storage.ts";

/** A bucket of a service with S3's API, such as R2 of another account. */
export type BucketOptions = {
  /** The URL of the service, without the bucket. */
  endpoint: string;
  /** `auto` for R2. */
  region: string;
  keyId: string;
  secret: string;
  bucket: string;
  /** The beginning of all keys; empty for none. */
  folder: string;
};

/** The hash of a body that is not signed: it is sent while it is read. The connection is encrypted. */
const UNSIGNED = "UNSIGNED-PAYLOAD";

/** Keeps backups in a bucket. An object appears when all of it has arrived. */
export function openBucket(options: BucketOptions): Storage {
  const { bucket, folder } = options;
  const prefix = folder === "" ? "" : `${folder}/`;
  const send = async (
    method: string,
    path: string,
    init: { query?: Record<string, string>; body?: BodyInit; size?: number } = {},
  ): Promise<Response> => {
    const url = new URL(`${options.endpoint}/${bucket}`);
    if (path !== "") url.pathname += `/${encodePath(prefix + path)}`;
    for (const [name, value] of Object.entries(init.query ?? {})) url.searchParams.set(name, value);
    const response = await fetch(url, {
      method,
      headers: {
        ...signRequest(options, method, url, new Date()),
        ...(init.size !== undefined && { "content-length": String(init.size) }),
      },
      ...(init.body !== undefined && { body: init.body, duplex: "half" }),
    } as RequestInit);
    if (response.ok || response.status === 404) return response;
    throw new Error(
      `${method} ${url.pathname} answered ${response.status}: ${await response.text()}`,
    );
  };
  const mustFind = async (path: string): Promise<Response> => {
    const response = await send("GET", path);
    if (response.status === 404) throw new Error(`The bucket has no ${prefix}${path}`);
    return response;
  };
  const put = async (path: string, body: BodyInit, size: number): Promise<void> => {
    const response = await send("PUT", path, { body, size });
    if (response.status === 404) throw new Error(`There is no bucket ${bucket}`);
    await response.body?.cancel();
  };
  return {
    place: `s3://${bucket}/${folder}`.replace(/\/$/, ""),
    write: async (path, content) => {
      const bytes = Buffer.from(content);
      await put(path, bytes, bytes.length);
    },
    writeStream: (path, content, size) =>
      put(path, Readable.toWeb(Readable.from(content)) as unknown as BodyInit, size),
    read: async (path) => Buffer.from(await (await mustFind(path)).arrayBuffer()),
    async *readStream(path) {
      const { body } = await mustFind(path);
      if (body) yield* body as unknown as AsyncIterable<Uint8Array>;
    },
    async findSize(path) {
      const response = await send("HEAD", path);
      return response.status === 404 ? null : Number(response.headers.get("content-length"));
    },
    async list(path) {
      const names: string[] = [];
      let token: string | undefined;
      do {
        const response = await send("GET", "", {
          query: {
            "list-type": "2",
            delimiter: "/",
            prefix: prefix + path,
            ...(token !== undefined && { "continuation-token": token }),
          },
        });
        const answer = await response.text();
        for (const [, key = ""] of answer.matchAll(/<(?:Key|Prefix)>([^<]+)<\/(?:Key|Prefix)>/g))
          names.push(key.slice((prefix + path).length).replace(/\/$/, ""));
        token = /<NextContinuationToken>([^<]+)</.exec(answer)?.[1];
      } while (token !== undefined);
      // The answer repeats the prefix that was asked for.
      return [...new Set(names)].filter((name) => name !== "");
    },
  };
}

/** Encodes each part of a key as the signature has it. */
const encodePath = (path: string) => path.split("/").map(encode).join("/");
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Returns the headers that sign a request without its body (AWS Signature Version 4).
 * @param url its path and query are signed, and its host
 */
export function signRequest(
  { region, keyId, secret }: Pick<BucketOptions, "region" | "keyId" | "secret">,
  method: string,
  url: URL,
  now: Date,
  payload = UNSIGNED,
): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const headers = { host: url.host, "x-amz-content-sha256": payload, "x-amz-date": time };
  const names = Object.keys(headers).join(";");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = [method, url.pathname, query, lines.join(""), names, payload].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(request)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (parent, part) => hmac(parent, part),
    `AWS4${secret}`,
  );
  const signature = hmac(key, text).toString("hex");
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();
