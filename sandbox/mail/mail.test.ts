import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openMailbox, type Message } from "./mailbox.ts";
import { createMail } from "./routes.ts";

const letter = {
  from: "Tidewater <shop@example.com>",
  to: ["ann@example.com"],
  subject: "Sign in <now>",
  text: "Open this:\n\nhttp://localhost:8787/verify-request#token=1&email=a\n\nOr <b>not</b>.",
};

const post = (body: unknown) => ({
  method: "POST",
  headers: { authorization: "Bearer re_1", "content-type": "application/json" },
  body: JSON.stringify(body),
});

test("what is sent can be read, its link followed, and nothing in it is markup", async () => {
  const mail = createMail(openMailbox(new DatabaseSync(":memory:")));
  const { id } = (await (await mail.request("/emails", post(letter))).json()) as { id: string };
  const { messages } = (await (await mail.request("/messages")).json()) as { messages: Message[] };
  expect(messages).toMatchObject([
    { id, to: "ann@example.com", subject: letter.subject, text: letter.text },
  ]);
  const html = await (await mail.request(`/${id}`)).text();
  expect(html).toContain('href="http://localhost:8787/verify-request#token=1&amp;email=a"');
  expect(html).toContain("Or &lt;b&gt;not&lt;/b&gt;.");
  expect(await (await mail.request("/")).text()).toContain("Sign in &lt;now&gt;");
});

test("the newest comes first, and a restart loses none", async () => {
  const database = new DatabaseSync(":memory:");
  const before = createMail(openMailbox(database));
  for (const subject of ["first", "second"])
    await before.request("/emails", post({ ...letter, subject }));
  const after = await createMail(openMailbox(database)).request("/messages");
  const { messages } = (await after.json()) as { messages: Message[] };
  expect(messages.map(({ subject }) => subject)).toEqual(["second", "first"]);
});

test.each([
  [{ ...letter, to: ["a@example.com", "b@example.com"] }],
  [{ ...letter, text: "" }],
  [[]],
  ["x"],
])("what is no message is refused: %j", async (body) => {
  const mail = createMail(openMailbox(new DatabaseSync(":memory:")));
  expect((await mail.request("/emails", post(body))).status).toBe(422);
});
