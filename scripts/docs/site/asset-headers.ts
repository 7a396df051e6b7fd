import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the content security policy of a built site. The generator writes some scripts and styles into the pages: each
 * is allowed by its hash, so that no other runs. The search is WebAssembly, and the colors of code are attributes.
 */
export function writePolicy(folder: string): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const page of globSync("**/*.html", { cwd: folder })) {
    const text = readFileSync(join(folder, page), "utf8");
    for (const [, attributes = "", code = ""] of text.matchAll(
      /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
    ))
      if (!/\ssrc=/.test(attributes)) scripts.add(hash(code));
    for (const [, css = ""] of text.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g))
      styles.add(hash(css));
  }
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...[...scripts].toSorted()].join(" "),
    ["style-src 'self'", ...[...styles].toSorted()].join(" "),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns the rules of a site that has a host of its own, in the format of Cloudflare's `_headers`. */
export const writeHeaders = (policy: string): string => `/*
  Content-Security-Policy: ${policy}
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  X-Frame-Options: DENY

/_astro/*
  Cache-Control: public, max-age=31536000, immutable
`;

/**
 * Returns the rules of a shop that also serves the site. Its own policy stays as it is everywhere else. Search engines
 * list what the shop sells, and not the documents, which many shops may have.
 */
export const addToShopHeaders = (rules: string, base: string, policy: string): string =>
  `${rules.trimEnd()}

${base}/*
  ! Content-Security-Policy
  Content-Security-Policy: ${policy}
  X-Robots-Tag: noindex

${base}/_astro/*
  Cache-Control: public, max-age=31536000, immutable

# The reference that every shop has is no page of the site.
${base}/api
  ! Content-Security-Policy
  ! X-Robots-Tag
  Content-Security-Policy: ${/Content-Security-Policy: (.+)/.exec(rules)?.[1] ?? policy}
`;
