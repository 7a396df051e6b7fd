import { html } from "hono/html";
import { renderPage, type Html } from "../ui/page.ts";

const style = `main { width: min(100%, 520px); margin: 0 auto; padding: 48px 16px; }`;

/** What stands at the top of every page, also in an OpenID provider's. */
export const notice =
  "This is a sandbox. Nothing here is real: no money moves, and no email is sent. Enter no real card, password or address.";

const page = async (title: string, body: Html, status: number) => {
  const response = await renderPage(title, html`<main class="stack">${body}</main>`, style);
  return new Response(response.body, { status, headers: response.headers });
};

/** Asks for the key of a world, before it shows the pages for developers. */
export const enterPage = (problem?: string) =>
  page(
    "Sandbox",
    html`<h1>Whose sandbox is this?</h1>
      <p class="soft">Its pages for developers are for those who have its secret key.</p>
      <form method="post" action="/enter" class="stack">
        ${problem && html`<p role="alert">${problem}</p>`}
        <label
          >Secret key <input name="key" required autocomplete="off" placeholder="sk_test_sandbox_…"
        /></label>
        <button class="primary">Continue</button>
      </form>`,
    401,
  );

/** For a world that does not exist, or not any more. */
export const notFoundPage = () =>
  page(
    "Sandbox not found",
    html`<h1>There is no such sandbox</h1>
      <p class="soft">
        It was never created, or nobody has used it for so long that it was deleted.
      </p>`,
    404,
  );

/** What Stripe's client gets for a key of no world. */
export const unknownKeyError = () =>
  Response.json(
    {
      error: {
        type: "invalid_request_error",
        message:
          "Invalid API Key provided: no sandbox has it, or nobody has used the sandbox for so long that it was deleted.",
      },
    },
    { status: 401 },
  );

/** The page at the Worker's own address. */
export const homePage = () =>
  page(
    "Sandbox",
    html`<h1>Sandbox</h1>
      <p>
        Stripe and an OpenID provider for tests and previews of apps. Each app has a world of its
        own.
      </p>`,
    200,
  );
