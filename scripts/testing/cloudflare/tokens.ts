import { Hono, type MiddlewareHandler } from "hono";
import { type Account, allPermissions, type Token } from "./account.ts";
import { answer, answerError, answerPage, ApiError } from "./envelope.ts";

/** Which permission each part of the API needs. The first match counts. */
const areas: [pattern: RegExp, permission: string][] = [
  [/^\/user\/tokens\/verify$/, ""],
  [/^\/accounts\/[^/]+\/tokens\/verify$/, ""],
  // Uploads of files carry the token of their session.
  [/^\/accounts\/[^/]+\/workers\/assets\/upload/, ""],
  [/^\/user\/tokens/, "API Tokens"],
  [/^\/accounts\/[^/]+\/tokens/, "API Tokens"],
  [/^\/user(\/|$)/, "User Details"],
  [/^\/memberships/, "Memberships"],
  [/^\/graphql/, "Account Analytics"],
  [/^\/(?:accounts|zones)\/[^/]+\/email\/sending/, "Email Sending"],
  [/^\/zones\/[^/]+\/workers/, "Workers Routes"],
  [/^\/zones/, "Zone"],
  [/^\/accounts\/[^/]+\/d1\//, "D1"],
  [/^\/accounts\/[^/]+\/r2\//, "Workers R2 Storage"],
  [/^\/accounts\/[^/]+\/(?:queues|event_subscriptions)/, "Queues"],
  [/^\/accounts\/[^/]+\/workers\//, "Workers Scripts"],
  [/^\/accounts\/[^/]+\/storage\/kv\//, "Workers KV Storage"],
  [/^\/accounts/, "Account Settings"],
];

/** Permissions of a user, whose absence is 9109. Those of an account are 10000. */
const userPermissions = new Set(["API Tokens", "User Details", "Memberships"]);

/** The routes whose POST only reads. */
const readsOnly = /^\/graphql|\/d1\/database\/[^/]+\/export$/;

/**
 * Refuses what the token may not do. 6003 with 6111, 1000, 9109 and 10000 are known from wrangler's own handling
 * (cfetch/errors, user/whoami) and from reports of its users.
 */
export function authorize(account: Account, prefix: string): MiddlewareHandler {
  return async (c, next) => {
    const path = c.req.path.slice(prefix.length);
    const area = areas.find(([pattern]) => pattern.test(path))?.[1] ?? "";
    if (path.includes("/workers/assets/upload")) return next();
    const header = c.req.header("authorization") ?? "";
    if (!/^Bearer \S+$/.test(header)) {
      const chained = { code: 6111, message: "Invalid format for Authorization header" };
      return c.json(
        {
          success: false,
          errors: [{ code: 6003, message: "Invalid request headers", error_chain: [chained] }],
          messages: [],
          result: null,
        },
        400,
      );
    }
    const token = findToken(account, header);
    if (!token) {
      return path.endsWith("/tokens/verify")
        ? answerError(c, new ApiError(401, 1000, "Invalid API Token"))
        : answerError(c, new ApiError(403, 10000, "Authentication error"));
    }
    const otherAccount = /^\/accounts\/([^/]+)/.exec(path)?.[1];
    if (otherAccount !== undefined && otherAccount !== account.id)
      return answerError(c, new ApiError(403, 10000, "Authentication error"));
    const writes = c.req.method !== "GET" && !readsOnly.test(path);
    if (area !== "" && !isPermitted(token, area, writes)) {
      return userPermissions.has(area)
        ? answerError(c, new ApiError(403, 9109, "Unauthorized to access requested resource"))
        : answerError(c, new ApiError(403, 10000, "Authentication error"));
    }
    return next();
  };
}

const findToken = (account: Account, header = ""): Token | undefined =>
  account.tokens.find(({ value }) => header === `Bearer ${value}`);

const isPermitted = ({ permissions }: Token, area: string, writes: boolean): boolean =>
  permissions.has(`${area} Write`) || (!writes && permissions.has(`${area} Read`));

/** The routes about the token, its user and its accounts. */
export function createTokenRoutes(account: Account): Hono {
  const app = new Hono();
  const groups = allPermissions.map((name, index) => ({
    id: index.toString(16).padStart(32, "0"),
    name,
    scopes: ["com.cloudflare.api.account"],
  }));
  const described = { id: account.id, name: "Test account", type: "standard", settings: {} };
  const verify = (header: string | undefined) => {
    const token = findToken(account, header);
    return { id: token?.id, status: "active" };
  };
  const message = {
    code: 10000,
    message: "This API Token is valid and active",
    type: null,
  };
  return app
    .get("/user/tokens/verify", (c) =>
      answer(c, verify(c.req.header("authorization")), { messages: [message] }),
    )
    .get("/accounts/:account/tokens/verify", (c) =>
      answer(c, verify(c.req.header("authorization")), { messages: [message] }),
    )
    .get("/user/tokens/permission_groups", (c) => answer(c, groups))
    .get("/accounts/:account/tokens/permission_groups", (c) => answer(c, groups))
    .get("/user/tokens/:id", (c) => {
      const token = account.tokens.find(({ id }) => id === c.req.param("id"));
      if (!token) throw new ApiError(404, 1001, "Token not found");
      const allowed = groups.filter(({ name }) =>
        isPermitted(token, name.replace(/ (?:Read|Write)$/, ""), name.endsWith("Write")),
      );
      return answer(c, {
        id: token.id,
        status: "active",
        policies: [
          {
            effect: "allow",
            permission_groups: allowed.map(({ id, name }) => ({ id, name })),
            resources: { [`com.cloudflare.api.account.${account.id}`]: "*" },
          },
        ],
      });
    })
    .get("/user", (c) => answer(c, { id: "user", email: "owner@example.com" }))
    .get("/accounts", (c) => answerPage(c, [described]))
    .get("/accounts/:account", (c) => answer(c, described))
    .get("/memberships", (c) =>
      answerPage(c, [{ id: "membership", status: "accepted", account: described, roles: [] }]),
    );
}
