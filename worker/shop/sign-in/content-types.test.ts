import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { openBrowser } from "../../testing/clients/sign-in.ts";

const shopEnv = {
  ...env,
  EMAIL_FROM: "Tidewater <shop@example.com>",
  EMAIL_API_KEY: "re_secret",
  EMAIL_API_URL: "https://mail.test",
} as Env;

const paths = [
  "/api/auth/signin/oidc",
  "/api/auth/signin/email",
  "/api/auth/signout",
  "/api/auth/callback/email",
  "/api/auth/callback/oidc",
];

const contentTypes = [
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencodedx",
  "application/x-www-form-urlencoded; charset=utf-16",
  "application/x-www-form-urlencoded; charset=\u00ff",
  "application/x-www-form-urlencoded;;;=",
  "APPLICATION/X-WWW-FORM-URLENCODED",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/json",
  "application/json; charset=nonsense",
  "text/plain",
  "text/html",
  "application/octet-stream",
  "/",
  "",
];

const bodies = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  "7",
  "csrfToken=x&email=a%40b.example",
  "%",
  "\u0000",
  "--x\r\n",
];

describe("a POST with an odd content type or body answers below 500", () => {
  test.each(paths)("%s", async (path) => {
    const browser = openBrowser({ env: shopEnv });
    const answers: string[] = [];
    for (const contentType of contentTypes)
      for (const body of bodies)
        for (const extra of [{}, { "x-auth-return-redirect": "1" }] as Record<string, string>[]) {
          const response = await browser.fetch(path, {
            method: "POST",
            headers: {
              "content-type": contentType,
              // A new address for each request: this is about answers, not about limits.
              "cf-connecting-ip": `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`,
              ...extra,
            },
            body,
          });
          if (response.status >= 500)
            answers.push(`${response.status} ${contentType} ${JSON.stringify(body)}`);
          await response.body?.cancel();
        }
    expect(answers).toEqual([]);
  });
});

test("a form is read in any case of its content type", async () => {
  const browser = openBrowser({ env: shopEnv });
  const { csrfToken } = await browser.json<{ csrfToken: string }>("/api/auth/csrf");
  const response = await browser.fetch("/api/auth/signin/oidc", {
    method: "POST",
    headers: {
      "content-type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8",
      "x-auth-return-redirect": "1",
    },
    body: new URLSearchParams({ csrfToken, callbackUrl: "/library" }).toString(),
  });
  expect(await response.json()).toMatchObject({ url: expect.stringContaining("state=") });
});
