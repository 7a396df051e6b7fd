/** A row of a Durable Object has at most 2 MB. */
const maxBytes = 1_500_000;

type Row = {
  key: string;
  body: ArrayBuffer;
  etag: string;
  uploaded_ms: number;
  http: string;
  custom: string;
};

/**
 * Returns a bucket with R2's interface over the SQLite of a Durable Object, with what the shop uses of it. Files are small
 * here, and parts of files are refused.
 */
export function createObjectFiles({ sql }: DurableObjectStorage): R2Bucket {
  sql.exec(
    "CREATE TABLE IF NOT EXISTS demo_files (key TEXT PRIMARY KEY, body BLOB NOT NULL, etag TEXT NOT NULL, uploaded_ms INTEGER NOT NULL, http TEXT NOT NULL, custom TEXT NOT NULL) STRICT",
  );
  const find = (key: string) =>
    sql.exec<Row>("SELECT * FROM demo_files WHERE key = ?", key).toArray()[0];
  const bucket = {
    async head(key: string) {
      const row = find(key);
      return row ? describe(row) : null;
    },
    async get(key: string, { range }: { range?: { offset?: number; length?: number } } = {}) {
      const row = find(key);
      if (!row) return null;
      const offset = range?.offset ?? 0;
      const bytes = row.body.slice(
        offset,
        range?.length === undefined ? undefined : offset + range.length,
      );
      const response = new Response(bytes);
      return Object.assign(describe(row), {
        range: { offset, length: bytes.byteLength },
        body: response.body,
        bodyUsed: false,
        arrayBuffer: () => response.arrayBuffer(),
        text: () => response.text(),
        json: () => response.json(),
        blob: () => response.blob(),
        bytes: () => response.bytes(),
      });
    },
    async put(key: string, value: BodyInit | null, options: R2PutOptions = {}) {
      const body = await new Response(value).arrayBuffer();
      if (body.byteLength > maxBytes) throw new Error("A file of the demo has at most 1.5 MB.");
      const digest = await crypto.subtle.digest("SHA-256", body);
      sql.exec(
        "INSERT OR REPLACE INTO demo_files (key, body, etag, uploaded_ms, http, custom) VALUES (?, ?, ?, ?, ?, ?)",
        key,
        body,
        Buffer.from(digest).toString("hex").slice(0, 32),
        Date.now(),
        JSON.stringify(options.httpMetadata ?? {}),
        JSON.stringify(options.customMetadata ?? {}),
      );
      return describe(find(key)!);
    },
    async delete(keys: string | string[]) {
      for (const key of [keys].flat()) sql.exec("DELETE FROM demo_files WHERE key = ?", key);
    },
    async list({ prefix = "" }: R2ListOptions = {}) {
      const rows = sql
        .exec<Row>(
          "SELECT * FROM demo_files WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key",
          prefix,
        )
        .toArray();
      return { objects: rows.map(describe), truncated: false, delimitedPrefixes: [] };
    },
    async createMultipartUpload() {
      throw new Error("A file of the demo has at most 1.5 MB.");
    },
    resumeMultipartUpload() {
      throw new Error("A file of the demo has at most 1.5 MB.");
    },
  };
  return bucket as unknown as R2Bucket;
}

function describe({ key, body, etag, uploaded_ms: uploadedMs, http, custom }: Row) {
  const httpMetadata = JSON.parse(http) as R2HTTPMetadata;
  return {
    key,
    version: etag,
    size: body.byteLength,
    etag,
    httpEtag: `"${etag}"`,
    checksums: { toJSON: () => ({}) },
    uploaded: new Date(uploadedMs),
    httpMetadata,
    customMetadata: JSON.parse(custom) as Record<string, string>,
    storageClass: "Standard",
    writeHttpMetadata(headers: Headers) {
      if (httpMetadata.contentType) headers.set("content-type", httpMetadata.contentType);
      if (httpMetadata.contentDisposition)
        headers.set("content-disposition", httpMetadata.contentDisposition);
      if (httpMetadata.cacheControl) headers.set("cache-control", httpMetadata.cacheControl);
    },
  };
}
