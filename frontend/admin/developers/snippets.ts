/** What the snippets are filled with. `key` is a placeholder unless a key was just made on this screen. */
export type SnippetValues = { shopUrl: string; feature: string; key: string; customer: string };

/** A way to ask the shop, with the files that a reader copies. */
export type Snippet = { id: string; name: string; install?: string; title: string; code: string };

/** Stands in for the key, which only its owner has. */
export const KEY_PLACEHOLDER = "YOUR_API_KEY";
/** An example, until the shop has a customer. */
export const CUSTOMER_PLACEHOLDER = "CUSTOMER_ID";

/** Returns the environment that the programs of all snippets read. */
export function getEnvironmentFile({ shopUrl, key }: SnippetValues): string {
  return `GATEHOUSE_URL=${shopUrl}\nGATEHOUSE_KEY=${key}\n`;
}

/** Returns the snippets, filled with the reader's own values. */
export function getSnippets(values: SnippetValues): Snippet[] {
  const { feature } = values;
  const name = JSON.stringify(feature);
  return [
    { id: "curl", name: "curl", title: "Terminal", code: getCurl(values) },
    { id: "fetch", name: "fetch", title: "check-access.ts", code: getFetch(name) },
    { id: "hono", name: "Hono", install: getInstall("hono"), title: "app.ts", code: getHono(name) },
    {
      id: "express",
      name: "Express",
      install: getInstall("express"),
      title: "app.ts",
      code: getExpress(name),
    },
    {
      id: "next",
      name: "Next.js",
      install: getInstall(),
      title: "app/export/route.ts",
      code: getNext(name),
    },
  ];
}

/** The client is not on npm yet, so a clone of Gatehouse packs it. */
const getInstall = (framework = "") =>
  `# In your Gatehouse repository
npm pack --workspace @gatehouse/client --pack-destination /tmp

# In your app
npm install /tmp/gatehouse-client-*.tgz ${framework}`.trimEnd();

function getCurl({ shopUrl, feature, key, customer }: SnippetValues): string {
  const who = customer.includes("@") ? "email" : "customer";
  const query = new URLSearchParams({ feature, [who]: customer });
  return `curl "${shopUrl}/api/v1/entitlements/check?${query}" \\
  -H "Authorization: Bearer ${key}"`;
}

const getFetch = (
  feature: string,
) => `/** Returns whether the user with this verified email may use the feature. */
export async function mayUse(email: string): Promise<boolean> {
  const query = new URLSearchParams({ feature: ${feature}, email });
  const response = await fetch(
    \`\${process.env.GATEHOUSE_URL}/api/v1/entitlements/check?\${query}\`,
    {
      headers: { authorization: \`Bearer \${process.env.GATEHOUSE_KEY}\` },
      signal: AbortSignal.timeout(2000),
    },
  );
  if (!response.ok) throw new Error(\`The shop answered \${response.status}\`);
  const { allowed } = await response.json();
  return allowed;
}`;

const shop = `const shop = createGatehouse({
  url: process.env.GATEHOUSE_URL!,
  key: process.env.GATEHOUSE_KEY!,
});`;

const getHono = (feature: string) => `import { createGatehouse } from "@gatehouse/client";
import { requireFeature } from "@gatehouse/client/hono";
import { Hono } from "hono";

${shop}

const app = new Hono();

app.get(
  "/export",
  requireFeature(${feature}, {
    shop,
    // The user who is signed in to your app. Replace this with your own session.
    customer: async (c) => ({ email: await getSignedInEmail(c) }),
    outage: "deny",
  }),
  (c) => c.text("Here is your export."),
);

export default app;`;

const getExpress = (feature: string) => `import { createGatehouse } from "@gatehouse/client";
import { requireFeature } from "@gatehouse/client/express";
import express from "express";

${shop}

const app = express();

app.get(
  "/export",
  requireFeature(${feature}, {
    shop,
    // The user who is signed in to your app. Replace this with your own session.
    customer: async (request) => ({ email: await getSignedInEmail(request) }),
    outage: "deny",
  }),
  (_request, response) => response.send("Here is your export."),
);

app.listen(3000);`;

const getNext = (feature: string) => `import { createGatehouse } from "@gatehouse/client";
import { requireFeature } from "@gatehouse/client/next";

${shop}

export const GET = requireFeature(
  ${feature},
  {
    shop,
    // The user who is signed in to your app. Replace this with your own session.
    customer: async (request) => ({ email: await getSignedInEmail(request) }),
    outage: "deny",
  },
  () => new Response("Here is your export."),
);`;
