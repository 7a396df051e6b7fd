import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import {
  findAnnualNotices,
  findNoticeGroup,
  findRenewalNotices,
  LATEST_DAYS,
} from "../law/renewal-notices.ts";
import { DAY, toUtcDay } from "../lib/time.ts";
import { readCountries } from "../purchases/payments/store-countries.ts";
import { emailSettings } from "../settings/email-settings.ts";
import { lawSettings } from "../settings/law-settings.ts";
import { toOutboxRow } from "./queued-email.ts";
import { insertEmail } from "./store.ts";
import {
  keyOfRenewal,
  keyOfYear,
  listLongPeriods,
  listYearsOld,
  type RenewingRow,
} from "./store-renewal-notices.ts";

/** Subscriptions that one query reads, and parts of that size in one run. The rest follows in the next nights. */
const PART = 100;
const PARTS_PER_RUN = 100;
/** How long after its day the notice of a year is still sent, if nights failed. */
const ANNUAL_DELAY_MS = 7 * DAY;
const MAX_YEARS = 30;
/** A renewal after about a year has its own notice, which is the one of the year, too. */
const isYear = ({ periodStart, periodEnd }: RenewingRow) =>
  Math.abs(periodEnd - periodStart - 365 * DAY) < 3 * DAY;

/**
 * Runs nightly: queues the notices of renewals, and those once a year, that the law of the buyers' countries or the
 * seller asks for. Each period and each year of a subscription has one, however often this runs.
 */
export async function queueRenewalNotices(ctx: Ctx): Promise<void> {
  if (!ctx.config.auth.emailSender) return;
  const { db, now } = ctx;
  const { mode } = ctx.config.stripe;
  const [{ buyers }, { renewalNoticeDays: wish }] = await Promise.all([
    lawSettings.read(ctx),
    emailSettings.read(ctx),
  ]);
  const market = { buyers, on: toUtcDay(now) };
  const groups = findRenewalNotices({ ...market, wish });
  const until = now + Math.max(0, ...groups.map(({ days }) => days)) * DAY;
  await queueAll(ctx, {
    list: (after) =>
      listLongPeriods(db, { mode, from: now + LATEST_DAYS * DAY, until, after, limit: PART }),
    isDue: ({ periodStart, periodEnd }, country) => {
      const group = findNoticeGroup(groups, country);
      if (!group) return false;
      return (
        periodEnd <= now + group.days * DAY && periodEnd - periodStart > group.longerThan * DAY
      );
    },
    toKey: keyOfRenewal,
  });
  const countries = findAnnualNotices(market);
  for (let years = 1; years <= MAX_YEARS && countries.length > 0; years++) {
    const began = new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - years);
    const span = { from: began - ANNUAL_DELAY_MS, until: began };
    await queueAll(ctx, {
      list: (after) => listYearsOld(db, { mode, ...span, after, limit: PART, years }),
      isDue: (row, country) => countries.includes(country) && !isYear(row),
      toKey: (row) => keyOfYear(row, years),
    });
  }
}

/** Walks a list part by part, and queues the notices that are due. */
async function queueAll(
  ctx: Ctx,
  input: {
    list: (after: RenewingRow | null) => Promise<RenewingRow[]>;
    /** @param country `""` if it is not known */
    isDue: (row: RenewingRow, country: string) => boolean;
    toKey: (row: RenewingRow) => string;
  },
): Promise<void> {
  let after: RenewingRow | null = null;
  for (let part = 0; part < PARTS_PER_RUN; part++) {
    const rows: RenewingRow[] = await input.list(after);
    const findCountry = await readCountries(ctx.db, ctx.config.stripe.mode, rows);
    const due = rows.filter((row) => input.isDue(row, findCountry(row)));
    const emails = due.map((row) =>
      insertEmail(
        ctx.db,
        toOutboxRow(ctx, {
          userId: row.userId,
          kind: "renewal_notice",
          dedupeKey: input.toKey(row),
          sourceId: row.id,
        }),
      ),
    );
    if (emails.length > 0) await commit(ctx.db, emails);
    after = rows.at(-1) ?? null;
    if (rows.length < PART) return;
  }
}
