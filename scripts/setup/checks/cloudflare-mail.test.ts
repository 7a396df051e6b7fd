import { afterAll, beforeAll, expect, test } from "vitest";
import { openCloudflareApi } from "../../deploy/cloudflare-api.ts";
import {
  startCloudflareStandIn,
  type CloudflareStandIn,
} from "../../testing/cloudflare/stand-in.ts";
import { createTestSurroundings } from "../testing/test-surroundings.ts";
import { checkCloudflareMail } from "./cloudflare-mail.ts";

let standIn: CloudflareStandIn;
beforeAll(async () => {
  standIn = await startCloudflareStandIn({ zones: ["fern.example", "moss.example"] });
  standIn.account.sendingDomains.push("fern.example", "mail.moss.example");
});
afterAll(() => standIn.close());

function check(from: string, permissions = ["Email Sending Read"]) {
  const surroundings = createTestSurroundings({ cloudflareUrl: standIn.url });
  return checkCloudflareMail(
    openCloudflareApi(surroundings, { token: standIn.createToken(permissions) }),
    {
      EMAIL_FROM: from,
      CLOUDFLARE_ACCOUNT_ID: standIn.account.id,
    },
  );
}

test.each(["Fern <shop@fern.example>", "shop@mail.moss.example"])(
  "a sender at a domain that sends emails is accepted: %s",
  async (from) => expect(await check(from)).toMatchObject([{ state: "ok" }]),
);

test.each([
  ["of another account", "shop@other.example", "not enabled for other.example"],
  ["of a zone where only another domain sends", "shop@moss.example", "not enabled for moss"],
  ["that is none", "Fern", "Fern is no sender"],
])("a sender %s is refused", async (_, from, reason) =>
  expect(await check(from)).toMatchObject([
    { state: "refused", says: expect.stringContaining(reason) },
  ]),
);

test("a token that may not read Email Sending leaves the domain to the person", async () => {
  expect(await check("shop@fern.example", ["Queues Write"])).toMatchObject([
    { state: "warning", next: expect.stringContaining("fern.example") },
  ]);
});
