import { World } from "../../../packages/sandbox/worker/world.ts";
import { newWorldKey } from "../../../packages/sandbox/worker/world-keys.ts";
import { shiftNumber, shiftText } from "../../seed/lived-shop/shift-times.ts";
import { loadRows } from "./load-rows.ts";
import { getWorldPath } from "./world-path.ts";
import type { DemoEnv } from "./demo-env.ts";
import type { DemoShop, ShopSecrets } from "./demo-shop.ts";

/** The account of the snapshot. */
const snapshotKey = "sk_test_sandbox";

/** The sandbox of one visitor. Only the demo's own Worker reaches it, so its pages need no key. */
export class DemoWorld extends World {
  #shop: DurableObjectStub<DemoShop> | undefined;

  /** Fills the world with what the shop has sold. */
  async load(
    id: string,
    at: { origin: string; secrets: ShopSecrets; days: number; events: string[] },
  ): Promise<string> {
    const { origin, secrets, days, events } = at;
    const env = this.env as DemoEnv;
    const options = {
      clients: [
        {
          id: "gatehouse",
          secret: secrets.oidcClient,
          redirectUris: [`${origin}/api/auth/callback/oidc`],
        },
      ],
      webhook: { url: `${origin}/api/stripe/webhook`, secret: secrets.webhook, events },
      appUrl: origin,
      signInUrl: `${origin}/signin`,
      clockOffsetSeconds: 0,
      keepForSeconds: 86_400,
    };
    const key = newWorldKey(id);
    await loadRows(
      this.ctx.storage,
      await env.ASSETS.fetch(`${origin}/demo/stripe.rows`),
      (value) => {
        if (value === snapshotKey) return key;
        if (typeof value === "number") return shiftNumber(value, days);
        return typeof value === "string" && days > 0 ? shiftText(value, days) : value;
      },
    );
    // After the rows: the snapshot may be of an earlier version, whose tables lack what is added then.
    this.put(id, origin, options, { path: getWorldPath(id), key });
    return key;
  }

  protected override isAllowed(): boolean {
    return true;
  }

  /** There is one receiver: the visitor's shop. */
  protected override send(request: Request): Promise<Response> {
    const { SHOPS } = this.env as DemoEnv;
    this.#shop ??= SHOPS.getByName(this.ctx.id.name ?? "");
    return this.#shop.fetch(request);
  }
}
