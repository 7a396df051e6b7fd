import type { Plugin } from "vite";

/** A part of a package that the shop never runs, although other code of the package refers to it. */
type UnusedCode = {
  /** The end of the path of the file. */
  file: string;
  /** What is replaced in it. */
  pattern: RegExp;
  replacement: string;
};

const refuse = (sentence: string) => `() => { throw new Error(${JSON.stringify(sentence)}); }`;

/** A page of Auth.js. The shop names a page of its own for each (`pages` in identity/sign-in/auth-config.ts). */
const authPage = (name: string): UnusedCode => ({
  file: `/@auth/core/lib/pages/${name}.js`,
  pattern: /^[^]*export default function \w+\([^]*$/,
  replacement: `export default ${refuse("The shop has pages of its own for signing in.")};`,
});

const NO_PAGE = `throw new UnknownAction("The shop has pages of its own for signing in.");`;
const NO_OTHER_KEYS = `throw new JWEInvalid("The bundle reads and writes only what has a shared key.");`;

const unusedCode: UnusedCode[] = [
  ...["signin", "signout", "verify-request"].map(authPage),
  {
    // Its page of errors is for a configuration that Auth.js refuses, and says it in one line instead.
    file: "/@auth/core/lib/pages/error.js",
    pattern: /^[^]*export default function ErrorPage\([^]*$/,
    replacement: `export default () => ({ status: 500, html: "Signing in is not configured correctly." });`,
  },
  {
    file: "/@auth/core/lib/pages/styles.js",
    pattern: /^[^]*export default `[^]*$/,
    replacement: `export default "";`,
  },
  {
    file: "/@auth/core/lib/pages/index.js",
    pattern: /^import \{ renderToString \} from "preact-render-to-string";$/m,
    replacement: "const renderToString = String;",
  },
  {
    file: "/@auth/core/lib/pages/index.js",
    pattern: /^ {12}\/\/ If we have a webauthn provider with [^]*?^ {12}\}\);$/m,
    replacement: NO_PAGE,
  },
  {
    file: "/@auth/core/lib/pages/index.js",
    pattern:
      /^ {12}return send\(\{\n {16}cookies,\n {16}theme,\n {16}html: SignoutPage[^]*?^ {12}\}\);$/m,
    replacement: NO_PAGE,
  },
  {
    file: "/@auth/core/lib/pages/index.js",
    pattern:
      /^ {12}return send\(\{\n {16}cookies,\n {16}theme,\n {16}html: VerifyRequestPage[^]*?^ {12}\}\);$/m,
    replacement: NO_PAGE,
  },
  // The keys of Auth.js's cookies are derived from a secret: none is wrapped, agreed on, or made of a password.
  {
    file: "/jose/dist/webapi/lib/key_management.js",
    pattern:
      /^ {2}const direct = mode === "direct-key-agreement";$[^]*?^ {2}return aeskwUnwrap\(.*$/m,
    replacement: NO_OTHER_KEYS,
  },
  {
    file: "/jose/dist/webapi/lib/key_management.js",
    pattern: /^ {2}const cek = transport \?[^]*?^ {2}return \[cek, encryptedKey, parameters\];$/m,
    replacement: NO_OTHER_KEYS,
  },
  {
    file: "/jose/dist/webapi/lib/jwe_algorithms.js",
    pattern: /^ {2}"RSA-OAEP": rsaes\(1\),$[^]*?^ {2}"PBES2-HS512\+A256KW": pbes2\(\)$/m,
    replacement: "",
  },
  {
    // What programs that write code see of themselves.
    file: "/stripe/esm/stripe.core.js",
    pattern: /^ {8}if \(env\?\.CLAUDECODE [^]*?^ {8}Stripe\.aiAgent = .*$/m,
    replacement: "",
  },
  {
    // The shop has no passwords and no passkeys.
    file: "/@auth/core/lib/actions/callback/index.js",
    pattern:
      /^ {8}else if \(provider\.type === "credentials"[^]*(?=^ {8}throw new InvalidProvider)/m,
    replacement: "",
  },
  {
    file: "/@auth/core/lib/actions/webauthn-options.js",
    pattern: /^[^]*export async function webAuthnOptions\([^]*$/,
    replacement:
      `import { InvalidProvider } from "../../errors.js";` +
      `export async function webAuthnOptions() { throw new InvalidProvider("There are no passkeys."); }`,
  },
  {
    // The shop verifies webhooks itself (worker/stripe/events.ts), and its type of the client has no `webhooks`.
    file: "/stripe/esm/Webhooks.js",
    pattern: /^[^]*export function createWebhooks\([^]*$/,
    replacement: `export const createWebhooks = () => ({});`,
  },
  {
    // Lists of the API's second version, which the shop doesn't use.
    file: "/stripe/esm/autoPagination.js",
    pattern: /^ {4}if \(apiMode === 'v2' && methodType === '\w+'\) \{\n.*\n {4}\}$/gm,
    replacement: "",
  },
  // Lists are read with `for await`: a test looks for the other two ways in the source.
  {
    file: "/stripe/esm/autoPagination.js",
    pattern: /^ {4}const autoPagingEach = .*\n {4}const autoPagingToArray = .*$/m,
    replacement: "",
  },
  {
    file: "/stripe/esm/autoPagination.js",
    pattern: /^ {8}autoPagingEach,\n {8}autoPagingToArray,$/m,
    replacement: "",
  },
  // Queries by relations (`db.query`), which need a schema that the shop does not give to Drizzle.
  {
    file: "/drizzle-orm/d1/driver.js",
    pattern: /^ {4}const tablesConfig = [^]*?^ {4}\};$/m,
    replacement: "",
  },
  {
    file: "/drizzle-orm/sqlite-core/db.js",
    pattern: /^ {4}if \(this\._\.schema\) \{$[^]*?^ {4}\}$/m,
    replacement: "",
  },
  {
    file: "/drizzle-orm/sqlite-core/dialect.js",
    pattern: /^ {2}buildRelationalQuery\(\{$[^]*?^ {2}\}$/m,
    replacement: "",
  },
  {
    // Kinds of columns for a table that is a function of them. The schema imports those that it has.
    file: "/drizzle-orm/sqlite-core/columns/all.js",
    pattern: /^[^]*function getSQLiteColumnBuilders\([^]*$/,
    replacement: "export function getSQLiteColumnBuilders() { return {}; }",
  },
  // Files of a browser, downloads, streams and worker threads: the shop parses texts that it already has.
  {
    file: "/papaparse/papaparse.js",
    pattern: /^\tfunction NetworkStreamer\([^]*?(?=^\tfunction StringStreamer\()/m,
    replacement: "\tvar NetworkStreamer, FileStreamer;\n",
  },
  {
    file: "/papaparse/papaparse.js",
    pattern: /^\tfunction ReadableStreamStreamer\([^]*?(?=^\tfunction ParserHandle\()/m,
    replacement: "\tvar ReadableStreamStreamer, DuplexStreamStreamer;\n",
  },
  {
    file: "/papaparse/papaparse.js",
    pattern: /^\tfunction newWorker\([^]*?(?=^\tfunction copy\()/m,
    replacement: "\tvar newWorker, workerThreadReceivedMessage;\n",
  },
  {
    file: "/papaparse/papaparse.js",
    pattern: /^\tfunction getWorkerBlob\([^]*?^\t\}$/m,
    replacement: "",
  },
  {
    // The OpenAPI document is made from the source.
    file: "/zod/v4/classic/schemas.js",
    pattern: /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*$/m,
    replacement:
      `const createToJSONSchemaMethod = () => ${refuse("The bundle cannot make JSON Schemas.")};` +
      "const createStandardJSONSchemaMethod = createToJSONSchemaMethod;",
  },
  {
    // Makes a parser of an object from text, which the runtime doesn't allow.
    file: "/zod/v4/classic/schemas.js",
    pattern: /\bcore\.\$ZodObjectJIT\.init\(/,
    replacement: "core.$ZodObject.init(",
  },
  {
    // Finds objects that contain themselves. JSON, forms and queries have none.
    file: "/zod/v4/classic/schemas.js",
    pattern: /^ {4}if \(!core\.globalConfig\.memoizer\)\n.*$/m,
    replacement: "",
  },
  {
    file: "/zod/v4/classic/schemas.js",
    pattern: /^ {4}format: \(inst\) => processors\.aggregateChecks\(inst\)\.format \?\? null,$/gm,
    replacement: "",
  },
  {
    file: "/zod/v4/classic/schemas.js",
    pattern: /^ *inst\._zod\.processJSONSchema = .*;$/gm,
    replacement: "",
  },
];

/** Leaves out the code of packages that the shop never runs: `unusedCode` lists it. */
export function dropUnusedCode(): Plugin {
  return {
    name: "drop-unused-code",
    transform: {
      filter: { id: unusedCode.map(({ file }) => new RegExp(`${file}$`)) },
      handler: (code, id) => ({ code: replaceUnused(code, id), map: null }),
    },
  };
}

/**
 * Returns the source of a package's file without its unused code.
 * @throws Error if the file doesn't have that code anymore, so that a new version of a package is looked at
 */
export function replaceUnused(code: string, path: string): string {
  return unusedCode
    .filter(({ file }) => path.endsWith(file))
    .reduce((source, { pattern, replacement }) => {
      const replaced = source.replace(pattern, () => replacement);
      if (replaced === source) throw new Error(`${path} has nothing like ${pattern} anymore`);
      return replaced;
    }, code);
}
