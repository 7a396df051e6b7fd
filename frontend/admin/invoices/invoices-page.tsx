import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { api, read } from "../../http/client.ts";
import { getTimeZone } from "../../http/keep-time-zone.ts";
import { useUser } from "../../http/session.ts";
import { formatTimeZone } from "../../i18n/time-zones.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { SelectField } from "../../ui/field/fields.tsx";
import { ConsolePage, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { canOpen } from "../frame/section-list.ts";
import { ExportButton } from "../list/export-button.tsx";

const OFFERED_MONTHS = 36;

const offerQuery = queryOptions({
  queryKey: ["admin", "invoices"],
  queryFn: () => read(api.admin.invoices.$get()),
});

/** `/admin/invoices`: files for the tax return, month by month. Days are the shop's, or the browser's until it has a time zone. */
export default function InvoicesPage() {
  const { t } = useLingui();
  const { locale } = useFormats();
  const [months] = useState(() => listMonths(new Date()));
  // The last one that is over.
  const [month, setMonth] = useState(months[1]!);
  const offer = useQuery(offerQuery);
  const timeZone = offer.data?.timeZone ?? getTimeZone();
  const query = new URLSearchParams({ month, timeZone });
  const names = new Intl.DateTimeFormat(locale, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return (
    <ConsolePage
      title={t`Invoices and tax`}
      description={
        offer.data &&
        t`Files for your tax return. Days begin and end in the time zone ${{ timeZone: formatTimeZone(timeZone) }}.`
      }
    >
      <SelectField
        name="month"
        label={t`Month`}
        options={months.map((value) => ({ value, label: names.format(new Date(value)) }))}
        value={month}
        onChange={({ target }) => setMonth(target.value)}
      />
      <PageSection title={t`Daily totals`}>
        <p>
          <Trans>
            What was paid and refunded on each day, by country, currency and tax rate. Refunds count
            on the day they were made.
          </Trans>
        </p>
        <QueryBoundary query={offer} lines={1}>
          {() => (
            <ExportButton
              path="/api/admin/invoices/daily-totals/export"
              href={`/api/admin/invoices/daily-totals/export?${query}`}
            />
          )}
        </QueryBoundary>
      </PageSection>
      <PageSection title={t`E-invoices`}>
        <QueryBoundary query={offer} lines={2}>
          {({ offersEInvoices }) =>
            offersEInvoices ? (
              <>
                <p>
                  <Trans>
                    All invoices and credit notes of the month as XML files, with a list of them.
                    The list says which ones have no file, and why.
                  </Trans>
                </p>
                <ExportButton
                  path="/api/admin/invoices/e-invoices/export"
                  href={`/api/admin/invoices/e-invoices/export?${query}`}
                  label={t`Download ZIP`}
                />
              </>
            ) : (
              <p>
                <Trans>
                  The shop offers no e-invoices. The owner can turn them on in{" "}
                  <TaxSettingsLink>Settings, Tax</TaxSettingsLink>.
                </Trans>
              </p>
            )
          }
        </QueryBoundary>
      </PageSection>
    </ConsolePage>
  );
}

/** Links to the tax settings, for those who may open them. */
function TaxSettingsLink({ children }: { children?: ReactNode }) {
  const user = useUser();
  const href = consolePaths.taxSettings;
  return user && canOpen(user.role, href) ? <Link href={href}>{children}</Link> : children;
}

/** Lists months as `YYYY-MM`, the newest first. */
function listMonths(now: Date): string[] {
  return Array.from({ length: OFFERED_MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - back)).toISOString().slice(0, 7),
  );
}
