import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyAs } from "../../scripts/seed/purchases.ts";
import { requestJson, signIn } from "../../scripts/shop/http-session.ts";
import { collectHoldings, readDownload, readHoldings } from "../../scripts/testing/holdings.ts";
import { runProgram } from "../../scripts/testing/run-program.ts";
import { countOpenWebhooks } from "./sandbox.ts";
import { sandboxUrl, shopUrl, startWithState, stateDir, useShop } from "./shop.ts";
import { newGuestEmail } from "./user-actions.ts";

useShop();

let dir: string;
beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), "backup-journey-"))));
afterAll(() => rmSync(dir, { recursive: true }));

/** Runs a command of `npm run` that must succeed, for the shop's own URL. */
async function run(command: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, PORT: new URL(shopUrl()).port };
  const script = `scripts/commands/${command}.ts`;
  const { code, output, errors } = await runProgram(process.execPath, [script, ...args], { env });
  expect(output + errors).not.toContain("Error");
  expect({ code, output, errors }).toMatchObject({ code: 0 });
  return output;
}

it("a shop restored from its backup shows a buyer the same, and all that was given out works", async () => {
  const handbook = { slug: "field-handbook", interval: null };
  const buy = async (name: string) => {
    const buyer = await signIn(shopUrl(), name);
    await buyAs(buyer, sandboxUrl(), handbook);
    return buyer;
  };
  const email = newGuestEmail();
  const holdings = await collectHoldings({
    origin: shopUrl(),
    sandboxUrl: sandboxUrl(),
    product: handbook,
    owner: "owner",
    email,
  });
  await expect.poll(countOpenWebhooks).toBe(0);
  const file = await readDownload(holdings);
  const before = await readHoldings(holdings);
  expect({ file, before }).toMatchObject({
    file: { status: 200 },
    before: { license: { valid: true } },
  });

  const [backups, restored] = [join(dir, "backups"), join(dir, "restored")];
  await run("backup", "--to", backups, "--state", stateDir());
  expect(await run("verify", "--from", backups)).toContain("All files are as they were written.");
  // The shop goes on, and what is sold now is not in the backup.
  await buy(newGuestEmail());
  const output = await run("restore", "--from", backups, "--state", restored);
  expect(output).toContain("Restored, and the same as the backup.");
  await startWithState(restored);

  expect(await readHoldings(holdings)).toEqual(before);
  const again = { ...holdings, session: await signIn(shopUrl(), email) };
  expect(await readHoldings(again)).toEqual(before);
  expect(await readDownload(again)).toEqual(file);
  // And it goes on: the gift is accepted, and the same product is sold.
  const friend = await signIn(shopUrl(), newGuestEmail());
  await requestJson(friend, "POST", "/api/me/gift-links/claim", { secret: holdings.giftSecret });
  const other = await buy(newGuestEmail());
  for (const customer of [friend, other]) {
    const { entries } = await requestJson<{ entries: object[] }>(
      customer,
      "GET",
      "/api/me/library",
    );
    expect(entries).toHaveLength(1);
  }
});
