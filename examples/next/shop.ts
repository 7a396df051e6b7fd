import { createGatehouse, type CustomerRef } from "@gatehouse/client";

const { GATEHOUSE_URL = "http://localhost:8787", GATEHOUSE_KEY = "" } = process.env;
export const shop = createGatehouse({ url: GATEHOUSE_URL, key: GATEHOUSE_KEY });

/** Who is signed in. Your app reads its session here; this one believes a header, so that curl is enough. */
export function findCustomer({ headers }: { headers: Headers }): CustomerRef | null {
  const email = headers.get("x-demo-user");
  return email ? { email } : null;
}
