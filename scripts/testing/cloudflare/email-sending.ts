import { Hono } from "hono";
import { type Account, createHexId } from "./account.ts";
import { answer, answerPage } from "./envelope.ts";

/** Whether a domain is a zone's, or below it. */
const isOf = (zone: string, domain: string) => domain === zone || domain.endsWith(`.${zone}`);

/** The routes of Email Sending below an account: the zones that send emails. */
export function createSendingZoneRoutes(account: Account): Hono {
  return new Hono().get("/zones", (c) =>
    answerPage(
      c,
      account.zones.filter(({ name }) =>
        account.sendingDomains.some((domain) => isOf(name, domain)),
      ),
    ),
  );
}

/** The routes of Email Sending below a zone: its domain, and those below it, that send emails. */
export function createSendingDomainRoutes(account: Account): Hono {
  return new Hono().get("/:zone/email/sending/subdomains", (c) => {
    const zone = account.zones.find(({ id }) => id === c.req.param("zone"));
    const domains = account.sendingDomains.filter((domain) => isOf(zone?.name ?? "", domain));
    return answer(
      c,
      domains.map((name) => ({ name, enabled: true, tag: createHexId() })),
    );
  });
}
