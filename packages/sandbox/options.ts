/** What `startSandbox` takes and returns. This file is the package's public types, so it imports nothing. */

/** An app that signs people in at the OpenID provider. */
export interface OidcClient {
  id: string;
  /** Without a secret, the client is a public one: an app in a browser or on a phone. */
  secret?: string;
  /** Where sign-ins may return to: whole URLs, compared as they are. */
  redirectUris: string[];
  /** How the app sends its secret. Default: `client_secret_basic`. */
  authMethod?: "client_secret_basic" | "client_secret_post";
  /** Whether a sign-in without PKCE is refused. Default: true. */
  requirePkce?: boolean;
}

/** Where Stripe's events are sent. */
export interface WebhookTarget {
  url: string;
  /** Signs the events, as `whsec_…`. Several while one replaces another. */
  secret: string | string[];
  /** The types to send, such as `invoice.paid`. Default: all of them. */
  events?: string[];
}

/** Jobs that the platform of the app would start at fixed times. */
export interface CronOptions {
  /** A request to this URL with `?cron=<expression>` runs a job and answers when it has ended. */
  url: string;
  /** Cron expressions (UTC). */
  expressions: readonly string[];
}

export interface SandboxOptions {
  /** The port on `host`. Default: `0`, which picks a free one. */
  port?: number;
  /** Default: `127.0.0.1`, which only programs on the same machine reach. */
  host?: string;
  /** The directory that keeps the state across restarts. Default: `:memory:`, which keeps nothing. */
  stateDir?: string;
  /** The apps that sign people in. Default: none. */
  clients?: OidcClient[];
  /** The webhook endpoint of the account `secretKey`. Programs can also create endpoints with Stripe's API. */
  webhook?: WebhookTarget | undefined;
  /** The app's URL. The dashboard links it. */
  appUrl?: string | undefined;
  /** A page of the app that starts a sign-in. The dashboard adds `?login_hint=…` for each test user. */
  signInUrl?: string | undefined;
  /** Where browsers and the app reach the OpenID provider, if a proxy leads there. Default: the sandbox's own URL. */
  publicUrl?: string | undefined;
  /** Scheduled jobs that the sandbox starts by its clock. Default: none. */
  cron?: CronOptions | undefined;
  /** Milliseconds before each retry of a failed delivery. Tests make them short. Default: 5 retries in 13 minutes. */
  retryDelaysMs?: number[];
  /**
   * How far the clock of the new account `secretKey` is ahead of the real time, in seconds. Negative: it begins in the
   * past. Default: 0. The control API moves it later.
   */
  clockOffsetSeconds?: number;
}

/** A sandbox that runs in this process. */
export interface Sandbox {
  /** The base URL, without a trailing slash. In a browser it is a page for developers. */
  url: string;
  port: number;
  /** The issuer of the OpenID provider. */
  issuer: string;
  /** The Stripe key of the account that the options and the dashboard are about. Each other `sk_test_…` is another one. */
  secretKey: string;
  /** Connects the official client: `new Stripe(sandbox.secretKey, sandbox.stripeConfig)`. */
  stripeConfig: { host: string; port: number; protocol: "http" };
  /**
   * Calls the control API: `control("clock", { advanceSeconds: 86_400 })`. GET without a body, else POST.
   * @param path below `/_sandbox/`
   * @param key the Stripe key of another account
   * @throws Error with the answer's message if the status is not 2xx
   */
  control<Answer = unknown>(path: string, body?: object, key?: string): Promise<Answer>;
  /** Closes all connections and the databases. */
  stop(): Promise<void>;
}
