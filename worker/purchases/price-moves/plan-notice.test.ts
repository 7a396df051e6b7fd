import { expect, test } from "vitest";
import { findByTopic, findRules } from "../../law/rules.ts";
import { DAY } from "../../lib/time.ts";
import { planNotice } from "./plan-notice.ts";

const now = Date.parse("2026-11-26T12:00:00Z");

const rulesOf = (country: string) =>
  findByTopic(
    findRules({ seller: null, buyers: [country], on: "2026-11-26" }),
    "price_change_notice",
  ).map(({ days }) => days);

/** `renewal`, `notice`, and what is expected are days from now. */
test.each<[string, string, string, { renewal: number; notice: number }, [number, number]]>([
  ["DE", "active", "month", { renewal: 3, notice: 0 }, [0, 0]],
  ["DE", "active", "year", { renewal: 300, notice: 30 }, [30, 0]],
  ["US", "active", "month", { renewal: 20, notice: 0 }, [7, 0]],
  ["US", "active", "month", { renewal: 20, notice: 14 }, [14, 0]],
  // The first charge is on December 29, in 33 days.
  ["US", "active", "month", { renewal: 3, notice: 0 }, [7, 3]],
  ["US", "active", "year", { renewal: 300, notice: 30 }, [30, 270]],
  ["US", "active", "year", { renewal: 300, notice: 90 }, [90, 270]],
  ["US", "active", "week", { renewal: 1, notice: 60 }, [60, 34]],
  // The first payment after a trial is at the old price.
  ["US", "trialing", "month", { renewal: 10, notice: 0 }, [7, 11]],
])(
  "a buyer in %s, %s, who renews each %s, with %o, has the price and the email in %j days",
  (country, status, interval, { renewal, notice }, expected) => {
    const planned = planNotice(
      {
        status,
        interval,
        intervalCount: 1,
        currentPeriodStart: now + (renewal - 30) * DAY,
        currentPeriodEnd: now + renewal * DAY,
      },
      { notBefore: now + notice * DAY, now, owed: rulesOf(country) },
    );
    expect([(planned.notBefore - now) / DAY, (planned.emailAt - now) / DAY]).toEqual(expected);
  },
);

test.each([0, 7, 30, 60, 90])(
  "with %i days of notice, the email comes 7 to 30 days before the first charge in California",
  (notice) => {
    for (let renewal = 1; renewal <= 366; renewal++) {
      const end = now + renewal * DAY;
      const sub = { status: "active", interval: "day", intervalCount: 1 };
      const { notBefore, emailAt } = planNotice(
        { ...sub, currentPeriodStart: end - DAY, currentPeriodEnd: end },
        { notBefore: now + notice * DAY, now, owed: rulesOf("US") },
      );
      const charge = Math.max(end, notBefore);
      expect((charge - emailAt) / DAY).toBeGreaterThanOrEqual(7);
      expect((charge - emailAt) / DAY).toBeLessThanOrEqual(30);
      expect(charge - now).toBeGreaterThanOrEqual(notice * DAY);
    }
  },
);
