import { createHash, randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { Account } from "./account.ts";
import { answer, ApiError } from "./envelope.ts";

type Session = { manifest: Map<string, string>; missing: Set<string>; isComplete: boolean };

/** The sessions of uploads, by the token that stands for each. */
const sessions = new WeakMap<Account, Map<string, Session>>();

function readSessions(account: Account): Map<string, Session> {
  const found = sessions.get(account) ?? new Map<string, Session>();
  sessions.set(account, found);
  return found;
}

/** Returns the files of a finished upload: the hash for each URL path. @throws ApiError if it isn't finished */
export function readManifest(account: Account, jwt: string): Map<string, string> {
  const session = readSessions(account).get(jwt);
  if (!session?.isComplete)
    throw new ApiError(400, 10021, "The token of the assets is unknown, or files are missing");
  return session.manifest;
}

/** Starts an upload of assets. Files that the account has already need not be sent. */
export function createAssetSessionRoutes(account: Account): Hono {
  return new Hono().post("/:script/assets-upload-session", async (c) => {
    const { manifest } = await c.req.json<{
      manifest: Record<string, { hash: string; size: number }>;
    }>();
    const entries = Object.entries(manifest);
    const missing = new Set(
      entries.map(([, { hash }]) => hash).filter((hash) => !account.assets.has(hash)),
    );
    const session: Session = {
      manifest: new Map(entries.map(([path, { hash }]) => [path, hash])),
      missing,
      isComplete: missing.size === 0,
    };
    const jwt = createJwt();
    readSessions(account).set(jwt, session);
    return answer(c, { jwt, buckets: missing.size === 0 ? [] : [[...missing]] }, {}, 201);
  });
}

/** Receives the files of an upload, whose token is the right to send them. The last file's answer has the next token. */
export function createAssetUploadRoutes(account: Account): Hono {
  return new Hono().post("/upload/:hash?", async (c) => {
    const jwt = (c.req.header("authorization") ?? "").replace(/^Bearer /, "");
    const session = readSessions(account).get(jwt);
    if (!session) throw new ApiError(401, 10000, "Authentication error");
    for (const [hash, content] of await readFiles(c.req.raw, c.req.param("hash"))) {
      if (!session.missing.has(hash)) throw new ApiError(400, 10021, `Unexpected file ${hash}`);
      account.assets.set(hash, content);
      session.missing.delete(hash);
    }
    if (session.missing.size > 0) return answer(c, {}, {}, 202);
    const completion = createJwt();
    readSessions(account).set(completion, { ...session, isComplete: true });
    return answer(c, { jwt: completion }, {}, 201);
  });
}

async function readFiles(
  request: Request,
  hash: string | undefined,
): Promise<[string, Uint8Array][]> {
  if (hash !== undefined) return [[hash, new Uint8Array(await request.arrayBuffer())]];
  const form = await request.formData();
  return Promise.all(
    [...form].map(async ([name, value]): Promise<[string, Uint8Array]> => {
      const text = typeof value === "string" ? value : await value.text();
      return [name, new Uint8Array(Buffer.from(text, "base64"))];
    }),
  );
}

/** Looks like a JSON Web Token, because wrangler reads when it ends. */
function createJwt(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const payload = { exp: Math.floor(Date.now() / 1000) + 3600, jti: randomUUID() };
  const signature = createHash("sha256").update(payload.jti).digest("base64url");
  return [encode({ alg: "HS256", typ: "JWT" }), encode(payload), signature].join(".");
}
