import { createGatehouse, type CustomerRef } from "@gatehouse/client";
import { requireFeature } from "@gatehouse/client/hono";
import { verifyWebhook } from "@gatehouse/client/webhooks";
import { serve } from "@hono/node-server";
import { Hono, type Context } from "hono";

const { GATEHOUSE_URL = "http://localhost:8787", GATEHOUSE_KEY = "", PORT = "3000" } = process.env;
const shop = createGatehouse({ url: GATEHOUSE_URL, key: GATEHOUSE_KEY });

/** Who is signed in. Your app reads its session here; this one believes a header, so that curl is enough. */
function findCustomer(c: Context): CustomerRef | null {
  const email = c.req.header("x-demo-user");
  return email ? { email } : null;
}

const app = new Hono();

app.get("/", (c) => c.text("Everybody may read this.\n"));

app.get(
  "/questions",
  requireFeature("author-questions", { shop, customer: findCustomer, outage: { lastKnown: "1h" } }),
  (c) =>
    c.text(`You may ask ${c.get("entitlement")?.limit ?? "any number of"} questions a year.\n`),
);

app.post("/hooks", async (c) => {
  const event = await verifyWebhook(c.req.raw, process.env["GATEHOUSE_WEBHOOK_SECRET"] ?? "");
  if (event.type === "entitlement.granted" || event.type === "entitlement.revoked")
    console.log(`${event.type} ${event.data.feature} ${event.data.customerId}`);
  return c.body(null, 204);
});

serve({ fetch: app.fetch, port: Number(PORT) }, ({ port }) => {
  console.log(`http://localhost:${port}`);
});
