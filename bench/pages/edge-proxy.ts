import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** Headers that HTTP/2 has no place for. */
const HOP_HEADERS = ["connection", "keep-alive", "transfer-encoding"];
/** What Cloudflare's edge compresses. */
const COMPRESSED = /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg\+xml)/;
/** Cloudflare's default for Brotli. */
const BROTLI_QUALITY = 4;

/**
 * Starts what stands before a deployed Worker: HTTPS with HTTP/2, and Brotli for text. `wrangler dev` has neither, and
 * without them a simulated slow connection says little about the shop.
 * @param options.port where it listens on this machine
 * @param options.workerPort the Worker's port on this machine, with HTTPS
 * @param options.certificate the paths of its key and certificate
 */
export async function startEdgeProxy(options: {
  port: number;
  workerPort: number;
  certificate: Certificate;
}): Promise<Http2SecureServer> {
  const { key, cert } = options.certificate;
  const server = createSecureServer({
    key: readFileSync(key),
    cert: readFileSync(cert),
    allowHTTP1: true,
  });
  server.on("request", (incoming, outgoing) => {
    forward(options.workerPort, incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(options.port, "localhost", resolve));
  return server;
}

type Certificate = { key: string; cert: string };

/** Makes a certificate that no one trusts. `openssl` is on every system that can build the project. @returns paths */
export function createCertificate(dir: string): Certificate {
  const certificate = { key: join(dir, "key.pem"), cert: join(dir, "cert.pem") };
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", certificate.key, "-out", certificate.cert];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", ...names, ...files],
    { stdio: "pipe" },
  );
  return certificate;
}

function forward(
  workerPort: number,
  incoming: Http2ServerRequest,
  outgoing: Http2ServerResponse,
): void {
  const host = incoming.headers[":authority"] ?? incoming.headers.host;
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter(([name]) => !name.startsWith(":")),
  );
  const inner = request(
    {
      host: "127.0.0.1",
      port: workerPort,
      // Made above, for this machine alone.
      rejectUnauthorized: false,
      method: incoming.method,
      path: incoming.url,
      headers: { ...headers, host, "accept-encoding": "identity" },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        const own = Object.entries(response.headers).filter(
          ([name]) => !HOP_HEADERS.includes(name),
        );
        const compressed = compress(body, response.headers["content-type"], incoming);
        outgoing.writeHead(response.statusCode ?? 502, {
          ...Object.fromEntries(own),
          ...(body.length > 0 && { "content-length": String((compressed ?? body).length) }),
          ...(compressed && { "content-encoding": "br", vary: "accept-encoding" }),
        });
        outgoing.end(compressed ?? body);
      });
    },
  );
  inner.on("error", () => outgoing.writeHead(502).end());
  incoming.pipe(inner);
}

function compress(body: Buffer, contentType: string | undefined, { headers }: Http2ServerRequest) {
  const accepts = String(headers["accept-encoding"] ?? "").includes("br");
  if (!accepts || body.length < 50 || !COMPRESSED.test(contentType ?? "")) return undefined;
  return brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  });
}
