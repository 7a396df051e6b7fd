import { Hono } from "hono";
import { createControlApi } from "./control/routes.ts";
import { createActivity, type Activity } from "./cron/activity.ts";
import { createTimekeeper, type Timekeeper } from "./cron/timekeeper.ts";
import { createDashboard } from "./dashboard/routes.ts";
import type { Database, SqlDatabase } from "./database/database.ts";
import { createDnsServer } from "./dns/routes.ts";
import { openZone } from "./dns/zone.ts";
import { createHookReceiver } from "./hooks/routes.ts";
import { openMailbox } from "./mail/mailbox.ts";
import { createMailServer } from "./mail/routes.ts";
import { createOidcProvider, type OidcProvider } from "./oidc/server.ts";
import { personas } from "./oidc/personas.ts";
import type { SandboxOptions } from "./options.ts";
import { createStripeApi } from "./stripe/api.ts";
import { createCheckoutPages } from "./stripe/checkout/routes.ts";
import { createDocumentPages } from "./stripe/documents/routes.ts";
import { createAuthenticationPages } from "./stripe/payments/authentication-pages.ts";
import { createPortalPages } from "./stripe/portal/routes.ts";
import { createStandIn, type StandIn, type StandInOptions } from "./stripe/stand-in.ts";

export interface PartsOptions
  extends
    Pick<
      SandboxOptions,
      "clients" | "cron" | "appUrl" | "signInUrl" | "webhook" | "clockOffsetSeconds"
    >,
    Pick<StandInOptions, "serverUrl" | "mainKey" | "hasOtherAccounts" | "wakeAt" | "send"> {
  retryDelaysMs?: number[] | undefined;
  /** They may be one and the same. */
  databases: { stripe: Database; oidc: SqlDatabase; mail: SqlDatabase };
  /** The issuer of the OpenID provider. Its path is where the provider is mounted. */
  issuer: string;
}

/** Everything of a sandbox but a server. */
export interface Parts {
  /** Answers every path but that of the OpenID provider. */
  app: Hono;
  /** It takes the requests of a server of Node, as the package that it is made with does. */
  readonly oidc: OidcProvider;
  standIn: StandIn;
  timekeeper: Timekeeper;
  activity: Activity;
}

/** Creates the OpenID provider, the stand-in for Stripe, the mailbox, the control API and the dashboard. */
export function createParts({ databases, issuer, ...options }: PartsOptions): Parts {
  let oidc: OidcProvider | undefined;
  const standIn = createStandIn({
    ...options,
    database: databases.stripe,
    webhook: options.webhook,
  });
  const activity = createActivity();
  const timekeeper = createTimekeeper(standIn, activity, options.cron);
  const readShopTime = () =>
    Date.now() + standIn.getOrCreateAccount(standIn.mainKey).clock.offset() * 1000;
  const mailbox = openMailbox(databases.mail, readShopTime);
  const zone = openZone(databases.mail);
  const app = new Hono()
    .route("/", createStripeApi(standIn))
    .route("/", createCheckoutPages(standIn))
    .route("/", createPortalPages(standIn))
    .route("/", createDocumentPages(standIn))
    .route("/", createAuthenticationPages(standIn))
    .route("/hooks", createHookReceiver())
    .route("/mail", createMailServer(mailbox, standIn.faults, standIn.mainKey))
    .route("/dns", createDnsServer(zone))
    .route("/_sandbox", createControlApi(standIn, timekeeper, zone))
    .route(
      "/",
      createDashboard(standIn, timekeeper, {
        appUrl: options.appUrl,
        signInUrl: options.signInUrl,
        personas,
      }),
    );
  return {
    app,
    // Created when it is first used: its keys take a second, and many an app never signs anybody in.
    get oidc() {
      oidc ??= createOidcProvider({
        issuer,
        clients: options.clients ?? [],
        database: databases.oidc,
      });
      return oidc;
    },
    standIn,
    timekeeper,
    activity,
  };
}
