/** Methods of zod's schemas that the shop doesn't call. A test looks for them in the source. */
export const unusedSchemaMethods = `
  jwt emoji uuid uuidv4 uuidv6 uuidv7 nanoid cuid cuid2 ulid base64 base64url xid ksuid ipv4 ipv6 cidrv4 cidrv6 e164
  time duration slugify normalize lowercase uppercase exactOptional nonoptional prefault or register with apply
  parseAsync safeParseAsync validate validateAsync encode decode encodeAsync decodeAsync safeEncode safeDecode
  safeEncodeAsync safeDecodeAsync isOptional isNullable minLength maxLength minValue maxValue isInt minDate maxDate
  keyof passthrough strict safeExtend merge exactPartial required`
  .trim()
  .split(/\s+/);

/** Functions and methods of packages that the shop never calls, by the end of their file's path. */
export const unusedFunctions: Record<string, readonly string[]> = {
  "/zod/v4/classic/schemas.js": unusedSchemaMethods,
  // Auth.js's cookies are not compressed.
  "/jose/dist/webapi/lib/deflate.js": ["compress", "decompress"],
  // Clients that prove who they are with a key of their own. The shop's providers are given a secret.
  "/oauth4webapi/build/index.js": [
    "ClientSecretJwt",
    "PrivateKeyJwt",
    "assertCryptoKey",
    "assertPrivateKey",
    "checkRsaKeyAlgorithm",
    "clientAssertionPayload",
    "ecdsaHashName",
    "esAlg",
    "getKeyAndKid",
    "keyToJws",
    "keyToSubtle",
    "psAlg",
    "rsAlg",
    "signJwt",
  ],
  "/stripe/esm/Error.js": ["generateV2Error"],
  "/stripe/esm/RequestSender.js": ["_streamingResponseHandler"],
  "/stripe/esm/stripe.core.js": [
    "withStripeContext",
    "_buildEventNotification",
    "parseEventNotificationWithoutVerification",
    "setClientId",
    "getClientId",
  ],
  // Rows as objects, values that are no texts, and functions that get each row. The shop takes the list of all rows.
  "/papaparse/papaparse.js": [
    "processRow",
    "fillHeaderFields",
    "parseDynamic",
    "testFloat",
    "shouldApplyDynamicTyping",
    "doStep",
  ],
  // Runs an app of another framework.
  "/hono/dist/hono-base.js": ["mount"],
  "/drizzle-orm/sqlite-core/dialect.js": ["migrate"],
  "/drizzle-orm/sqlite-core/db.js": ["transaction", "with"],
  // What `prerender` and `resume` of React need, lists of Suspense, and forms whose action is a function. The renderer
  // ignores the names of the components that an error comes from.
  "/react-dom/cjs/react-dom-server.edge.production.js": [
    "trackPostpone",
    "trackPostponedBoundary",
    "addToReplayParent",
    "abortRemainingReplayNodes",
    "resumeNode",
    "createReplayTask",
    "renderSuspenseListRows",
    "tryToResolveTogetherRow",
    "useActionState",
    "injectFormReplayingRuntime",
    "describeComponentStackByType",
    "writeStyleResourceDependenciesInJS",
    "prefetchDNS",
    "preconnect",
    "preload",
    "preloadModule",
    "preinitStyle",
    "preinitScript",
    "preinitModuleScript",
  ],
};
