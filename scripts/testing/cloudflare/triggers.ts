import { Hono } from "hono";
import { type Account, createHexId } from "./account.ts";
import { answer, answerPage, ApiError } from "./envelope.ts";
import { findWorker } from "./scripts.ts";

type DomainBody = { hostname: string; zone_id?: string; zone_name?: string };

/**
 * The routes of what leads to a Worker: workers.dev, custom domains and cron. Known codes: 10007 (the account has no
 * workers.dev subdomain), 10031 and 10032 (a subdomain that is taken, or free) from wrangler's own handling. 10082 for a
 * domain outside the account is a guess.
 */
export function createTriggerRoutes(account: Account): Hono {
  const findZone = ({ hostname, zone_id, zone_name }: DomainBody) => {
    const zone = account.zones.find(
      ({ id, name }) =>
        (hostname === name || hostname.endsWith(`.${name}`)) &&
        (zone_id === undefined || zone_id === id) &&
        (zone_name === undefined || zone_name === name),
    );
    if (!zone)
      throw new ApiError(400, 10082, `Could not find a zone of this account for ${hostname}`);
    return zone;
  };
  const describeDomain = (hostname: string) => {
    const { id, worker, zoneId } = account.domains.get(hostname)!;
    return {
      id,
      hostname,
      service: worker,
      environment: "production",
      zone_id: zoneId,
      zone_name: account.zones.find((zone) => zone.id === zoneId)?.name,
      enabled: true,
      previews_enabled: false,
    };
  };

  return new Hono()
    .get("/subdomain", (c) => {
      if (account.subdomain === undefined)
        throw new ApiError(404, 10007, "You do not have a workers.dev subdomain.");
      return answer(c, { subdomain: account.subdomain });
    })
    .put("/subdomain", async (c) => {
      const { subdomain } = await c.req.json<{ subdomain: string }>();
      account.subdomain = subdomain;
      return answer(c, { subdomain });
    })
    .get("/subdomains/:name", () => {
      throw new ApiError(404, 10032, "The subdomain is available.");
    })
    .get("/scripts/:script/subdomain", (c) =>
      answer(c, findWorker(account, c.req.param("script")).subdomain),
    )
    .post("/scripts/:script/subdomain", async (c) => {
      const worker = findWorker(account, c.req.param("script"));
      const { enabled, previews_enabled } = await c.req.json<{
        enabled: boolean;
        previews_enabled?: boolean;
      }>();
      worker.subdomain = { enabled, previews_enabled: previews_enabled ?? enabled };
      return answer(c, worker.subdomain);
    })
    .get("/scripts/:script/schedules", (c) =>
      answer(c, {
        schedules: findWorker(account, c.req.param("script")).crons.map((cron) => ({ cron })),
      }),
    )
    .put("/scripts/:script/schedules", async (c) => {
      const worker = findWorker(account, c.req.param("script"));
      const schedules = await c.req.json<{ cron: string }[]>();
      worker.crons = schedules.map(({ cron }) => cron);
      return answer(c, { schedules });
    })
    .post("/scripts/:script/domains/changeset", async (c) => {
      findWorker(account, c.req.param("script"));
      const added: object[] = [];
      const updated: object[] = [];
      for (const origin of await c.req.json<DomainBody[]>()) {
        const zone = findZone(origin);
        const existing = account.domains.get(origin.hostname);
        if (existing) updated.push({ ...describeDomain(origin.hostname), modified: false });
        else added.push({ hostname: origin.hostname, zone_id: zone.id, zone_name: zone.name });
      }
      return answer(c, { added, removed: [], updated, conflicting: [] });
    })
    .put("/scripts/:script/domains/records", async (c) => {
      const worker = findWorker(account, c.req.param("script"));
      const { origins } = await c.req.json<{ origins: DomainBody[] }>();
      const zones = origins.map(findZone);
      for (const [host, domain] of account.domains)
        if (domain.worker === worker.name) account.domains.delete(host);
      for (const [index, { hostname }] of origins.entries())
        account.domains.set(hostname, {
          id: createHexId(),
          worker: worker.name,
          zoneId: zones[index]!.id,
        });
      return answer(
        c,
        origins.map(({ hostname }) => describeDomain(hostname)),
      );
    })
    .get("/domains/records", (c) =>
      answerPage(
        c,
        [...account.domains.keys()]
          .map(describeDomain)
          .filter(({ service }) => [undefined, service].includes(c.req.query("service"))),
      ),
    )
    .get("/domains", (c) =>
      answerPage(
        c,
        [...account.domains.keys()]
          .map(describeDomain)
          .filter(({ hostname }) => [undefined, hostname].includes(c.req.query("hostname"))),
      ),
    );
}

/** The routes of the account's zones. */
export function createZoneRoutes(account: Account): Hono {
  const describe = ({ id, name }: Account["zones"][number]) => ({
    id,
    name,
    status: "active",
    account: { id: account.id, name: "Test account" },
  });
  return new Hono()
    .get("/", (c) =>
      answerPage(
        c,
        account.zones
          .filter(({ name }) => [undefined, name].includes(c.req.query("name")))
          .map(describe),
      ),
    )
    .get("/:zone", (c) => {
      const zone = account.zones.find(({ id }) => id === c.req.param("zone"));
      if (!zone) throw new ApiError(404, 1001, "Invalid zone identifier");
      return answer(c, describe(zone));
    })
    .get("/:zone/workers/routes", (c) => answer(c, []));
}

/** Finds the Worker that answers at a host, and the version if it is the URL of one version. */
export function findByHost(
  account: Account,
  host: string,
): { worker: string; versionPrefix?: string } | undefined {
  const domain = account.domains.get(host);
  if (domain) return { worker: domain.worker };
  const suffix = `.${account.subdomain}.workers.dev`;
  if (account.subdomain === undefined || !host.endsWith(suffix)) return undefined;
  const label = host.slice(0, -suffix.length);
  const own = account.workers.get(label);
  if (own) return own.subdomain.enabled ? { worker: own.name } : undefined;
  const [, versionPrefix, name] = /^([0-9a-f]{8})-(.+)$/.exec(label) ?? [];
  const previewed = account.workers.get(name ?? "");
  return previewed?.subdomain.previews_enabled && versionPrefix !== undefined
    ? { worker: previewed.name, versionPrefix }
    : undefined;
}
