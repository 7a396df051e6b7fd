import { createGatehouse, type CustomerRef } from "@gatehouse/client";
import { requireFeature } from "@gatehouse/client/express";
import { verifyWebhook } from "@gatehouse/client/webhooks";
import express, { type Request } from "express";

const { GATEHOUSE_URL = "http://localhost:8787", GATEHOUSE_KEY = "", PORT = "3000" } = process.env;
const shop = createGatehouse({ url: GATEHOUSE_URL, key: GATEHOUSE_KEY });

/** Who is signed in. Your app reads its session here; this one believes a header, so that curl is enough. */
function findCustomer(request: Request): CustomerRef | null {
  const email = request.get("x-demo-user");
  return email ? { email } : null;
}

const app = express();

app.get("/", (_request, response) => {
  response.send("Everybody may read this.\n");
});

app.get(
  "/questions",
  requireFeature("author-questions", { shop, customer: findCustomer, outage: { lastKnown: "1h" } }),
  (_request, response) => {
    const { limit } = response.locals["entitlement"];
    response.send(`You may ask ${limit ?? "any number of"} questions a year.\n`);
  },
);

// The signature is over the body as it arrived, so it must not be parsed before.
app.post("/hooks", express.raw({ type: "*/*" }), async (request, response) => {
  const event = await verifyWebhook(request, process.env["GATEHOUSE_WEBHOOK_SECRET"] ?? "");
  if (event.type === "entitlement.granted" || event.type === "entitlement.revoked")
    console.log(`${event.type} ${event.data.feature} ${event.data.customerId}`);
  response.status(204).end();
});

const server = app.listen(Number(PORT), () => {
  const address = server.address();
  console.log(`http://localhost:${typeof address === "object" ? address?.port : address}`);
});
