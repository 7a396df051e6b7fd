import { randomBytes, randomUUID } from "node:crypto";

/** A token of the account, and what it may do, in Cloudflare's own names: "D1 Write" includes "D1 Read". */
export type Token = { id: string; value: string; permissions: Set<string> };

/** A D1 database. `snapshots` are the states that a bookmark was read of, as SQL. */
export type Database = {
  uuid: string;
  name: string;
  createdAt: string;
  locationHint: string | undefined;
  jurisdiction: string | undefined;
  snapshots: { bookmark: string; at: number; sql: string[] }[];
};

/** An R2 bucket. `id` is also unique between jurisdictions, which have names of their own. */
export type Bucket = {
  id: string;
  name: string;
  createdAt: string;
  location: string | undefined;
  jurisdiction: string;
  storageClass: string;
};

/** How a Worker takes the messages of a queue. Times are in milliseconds, and the delay in seconds. */
export type Consumer = {
  id: string;
  worker: string;
  deadLetterQueue: string | undefined;
  settings: {
    batch_size?: number;
    max_retries?: number;
    max_wait_time_ms?: number;
    max_concurrency?: number | null;
    retry_delay?: number;
  };
  createdAt: string;
};

/** A queue with the messages that no consumer has acknowledged. */
export type Queue = {
  id: string;
  name: string;
  createdAt: string;
  settings: Record<string, unknown>;
  consumer: Consumer | undefined;
  messages: Message[];
};

/** A message of a queue. `availableAt` is the earliest time of its next delivery. */
export type Message = {
  id: string;
  sentAt: number;
  availableAt: number;
  attempts: number;
  body: unknown;
};

/** A binding as the metadata of an upload has it. */
export type Binding = { type: string; name: string } & Record<string, unknown>;

/** A module of an uploaded Worker. */
export type Module = { name: string; mimeType: string; content: Uint8Array };

/** An uploaded version. `assets` maps URL paths to the hashes of `Account.assets`. */
export type Version = {
  id: string;
  number: number;
  createdAt: string;
  metadata: UploadMetadata;
  bindings: Binding[];
  modules: Module[];
  assets: Map<string, string> | undefined;
  etag: string;
  startupMs: number;
};

/** The part of an upload's metadata that the stand-in reads. */
export type UploadMetadata = {
  main_module?: string;
  compatibility_date?: string;
  compatibility_flags?: string[];
  bindings?: Binding[];
  keep_bindings?: string[];
  annotations?: Record<string, string>;
  limits?: { cpu_ms?: number };
  placement?: Record<string, unknown>;
  assets?: {
    jwt?: string;
    config?: {
      html_handling?: string;
      not_found_handling?: string;
      run_worker_first?: boolean | string[];
      _headers?: string;
      _redirects?: string;
    };
  };
};

/** Which versions answer requests since a time, newest last. */
export type Deployment = {
  id: string;
  createdAt: string;
  message: string | undefined;
  versions: { version_id: string; percentage: number }[];
};

/** A Worker, with the settings that its versions share. */
export type Worker = {
  name: string;
  tag: string;
  createdAt: string;
  versions: Version[];
  deployments: Deployment[];
  crons: string[];
  subdomain: { enabled: boolean; previews_enabled: boolean };
  settings: Record<string, unknown>;
};

/** A subscription of a queue to events, as Cloudflare's API has it. */
export type Subscription = {
  id: string;
  name: string;
  enabled: boolean;
  source: { type: string; zone_id?: string; domain?: string };
  destination: { type: string; queue_id: string };
  events: string[];
};

/** Everything that a Cloudflare account holds, as far as the stand-in knows it. */
export type Account = {
  id: string;
  plan: "free" | "paid";
  /** The part before `.workers.dev`; undefined until the account has registered one. */
  subdomain: string | undefined;
  zones: { id: string; name: string }[];
  tokens: Token[];
  databases: Map<string, Database>;
  buckets: Map<string, Bucket>;
  queues: Map<string, Queue>;
  workers: Map<string, Worker>;
  /** Custom domains, by host. */
  domains: Map<string, { id: string; worker: string; zoneId: string }>;
  /** Files of uploaded assets by hash. */
  assets: Map<string, Uint8Array>;
  /** Domains of the account's zones that Email Sending is enabled for. */
  sendingDomains: string[];
  /** Which events the account's queues get. */
  subscriptions: Subscription[];
  /** What Workers sent by a `send_email` binding. */
  emails: Record<string, unknown>[];
};

/** What a token needs to set up, deploy, watch and remove a shop. */
export const allPermissions = [
  "Account Analytics Read",
  "Account Settings Read",
  "API Tokens Read",
  "D1 Write",
  "Email Sending Write",
  "Memberships Read",
  "Queues Write",
  "User Details Read",
  "Workers R2 Storage Write",
  "Workers Routes Write",
  "Workers Scripts Write",
  "Workers Tail Read",
  "Zone Read",
];

/** Creates an account without any resources. */
export function createAccount(options: {
  plan: Account["plan"];
  subdomain: string | undefined;
  zones: string[];
}): Account {
  return {
    id: createHexId(),
    plan: options.plan,
    subdomain: options.subdomain,
    zones: options.zones.map((name) => ({ id: createHexId(), name })),
    tokens: [],
    databases: new Map(),
    buckets: new Map(),
    queues: new Map(),
    workers: new Map(),
    domains: new Map(),
    assets: new Map(),
    sendingDomains: [],
    subscriptions: [],
    emails: [],
  };
}

/** Adds a token to the account. */
export function addToken(account: Account, permissions: readonly string[]): Token {
  const token = {
    id: createHexId(),
    value: randomBytes(30).toString("base64url"),
    permissions: new Set(permissions),
  };
  account.tokens.push(token);
  return token;
}

/** Creates an id as Cloudflare gives to accounts, tokens and queues. */
export const createHexId = (): string => randomUUID().replaceAll("-", "");

/** Returns the version that was uploaded last, whether or not it is deployed. */
export const findLatestVersion = (worker: Worker): Version | undefined => worker.versions.at(-1);

/** Returns the deployment that answers requests now. */
export const findCurrentDeployment = (worker: Worker): Deployment | undefined =>
  worker.deployments.at(-1);

/** Returns the id of a bucket: the same name can be taken once in each jurisdiction. */
export const toBucketId = (jurisdiction: string, name: string): string => `${jurisdiction}_${name}`;
