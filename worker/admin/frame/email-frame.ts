import type { Context } from "hono";

/**
 * The HTML of an email has inline styles, as emails need them. It is shown in a frame of the console, in a sandbox
 * without scripts.
 */
const framePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** Answers with the HTML of an email, for a frame of the console. Its links open in new tabs. */
export function answerEmailFrame(c: Pick<Context, "html">, html: string) {
  return c.html(html.replace("<head>", '<head><base target="_blank">'), 200, {
    "content-security-policy": framePolicy,
  });
}
