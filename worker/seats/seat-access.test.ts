import { expect, test } from "vitest";
import { checkEntitlement } from "../access/check-entitlement.ts";
import { claimWaitingGifts } from "../gifts/claim-gift.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import {
  createDeviceClient,
  findLicenseInLibrary,
  licenseBenefit,
} from "../testing/fixtures/licenses.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { openTestShop } from "../testing/shop.ts";
import { giveSeats } from "./give-seats.ts";
import { leaveSeat } from "./remove-seat.ts";

test("the license key and the feature of a seat are its user’s, and the buyer’s count one seat less", async () => {
  const shop = openTestShop();
  const key = "classes";
  const team = await subscribe(
    shop,
    {
      prices: [{ ...monthly, model: "per_seat" as const }],
      benefits: [
        licenseBenefit({ activationLimit: 1, perSeat: true }),
        {
          type: "feature",
          name: "Classes",
          settings: { key, limit: { amount: 2, perSeat: true } },
        },
      ],
    },
    { quantity: 3 },
  );
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await shop.createUser(email);
  const { ids } = await giveSeats(shop.asUser(team.userId), { id: team.id, emails: [email] });
  await claimWaitingGifts(shop.ctx(), { userId, email });
  const limitOf = async (of: string) => {
    const { allowed, limit } = await checkEntitlement(shop.ctx(), { userId: of, key });
    return allowed ? limit : null;
  };
  expect([await limitOf(userId), await limitOf(team.userId)]).toEqual([2, 4]);
  const { license } = (await findLicenseInLibrary(shop, userId))!;
  const client = await createApiClient(shop);
  expect((await client.get(`/licenses/${license!.id}`)).body).toMatchObject({ customerId: userId });
  const validate = () => createDeviceClient(shop)("validate", { key: license!.key });
  expect(await validate()).toMatchObject({ valid: true, license: { quantity: 1 } });
  await leaveSeat(shop.asUser(userId), { id: ids[0]! });
  expect([await limitOf(userId), await limitOf(team.userId)]).toEqual([null, 6]);
  expect(await validate()).toMatchObject({ valid: false });
});
