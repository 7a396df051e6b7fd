import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams, Link } from "wouter";
import { formatTimeZone } from "../../i18n/time-zones.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { ButtonLink, Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SetupReminder } from "../setup/setup-reminder.tsx";
import { formatPeriod, formatSpan } from "./figure-copy.ts";
import { FigureSections } from "./figure-sections.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { LatestSales } from "./latest-sales.tsx";
import figures from "./figures.module.css";
import styles from "./overview-page.module.css";
import shapes from "../frame/shapes.module.css";
import { PaymentAlerts } from "./payment-alerts.tsx";
import {
  overviewQuery,
  type Overview,
  alertsQuery,
  disputesQuery,
  type Attention,
} from "./queries.ts";
import { parseRange, comparisonNames, presetNames, withParams } from "./range.ts";
import { toActionItem, describeDisputes } from "./attention-copy.ts";
import { canOpen } from "../frame/section-list.ts";
import { useUser } from "../../http/session.ts";
import { useId, useState, type FormEvent } from "react";
import { toOptions } from "../frame/label.tsx";
import { FilterSelect } from "../list/filter-select.tsx";

/** How often the figures are read again while they are counted in a new time zone: each time counts some more. */
const RECOUNT_MS = 5000;

/** `/admin`: the key figures of a range of days, what needs attention, the latest sales, and all figures. */
export default function OverviewPage() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const query = useQuery({
    ...overviewQuery(parseRange(params)),
    refetchInterval: ({ state }) => (state.data?.recount ? RECOUNT_MS : false),
  });
  return (
    <ConsolePage
      title={t`Overview`}
      actions={query.data?.hasProducts && <RangePicker overview={query.data} />}
    >
      <SetupReminder />
      <QueryBoundary query={query} skeleton={<FiguresSkeleton />}>
        {(overview) =>
          overview.hasProducts ? (
            <ChosenDays overview={overview} isLoading={query.isPlaceholderData} />
          ) : (
            <FirstSteps />
          )
        }
      </QueryBoundary>
    </ConsolePage>
  );
}

function ChosenDays({ overview, isLoading }: { overview: Overview; isLoading: boolean }) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const { currencies, compared, firstDay } = overview;
  const figures = findCurrency(currencies, params);
  if (!figures) return null;
  // A share of what was before there was a shop says nothing.
  const isCompared = compared !== null && firstDay !== null && compared.from >= firstDay;
  const shown = { overview, figures, isCompared };
  return (
    <div className={styles.chosen} aria-busy={isLoading || undefined}>
      <div className={styles.glance}>
        <RangeNote overview={overview} isCompared={isCompared} />
        {overview.recount && <RecountNotice {...overview.recount} />}
        <KeyFigures {...shown} />
        <div className={styles.now}>
          <section className={styles.attention} aria-label={t`Needs attention`}>
            <h2>{t`Needs attention`}</h2>
            <ActionItems attention={overview.actionItems} />
            <PaymentAlerts />
          </section>
          <LatestSales sales={overview.latestSales} />
        </div>
      </div>
      <FigureSections {...shown} />
    </div>
  );
}

const findCurrency = (currencies: Overview["currencies"], params: URLSearchParams) =>
  currencies.find(({ currency }) => currency === params.get("currency")) ?? currencies[0];

/** Says which days are shown and compared, if not, why; and their time zone. */
function RangeNote({ overview, isCompared }: { overview: Overview; isCompared: boolean }) {
  const { t, i18n } = useLingui();
  const { span, compared, firstDay, timeZone } = overview;
  const days = formatSpan(i18n, span);
  const comparedDays = compared && formatSpan(i18n, compared);
  return (
    <p className={shapes.soft}>
      <output>{isCompared ? t`${days}, compared to ${comparedDays}.` : t`${days}.`}</output>{" "}
      {comparedDays !== null &&
        !isCompared &&
        firstDay !== null &&
        t`Not compared to ${comparedDays}: this shop’s figures begin on ${{ date: formatPeriod(i18n, firstDay, "long") }}.`}{" "}
      <TimeZoneNote timeZone={timeZone} />
    </p>
  );
}

/** Says that figures are counted in a new time zone. @param days that are left */
function RecountNotice({ days }: { days: number }) {
  const { t } = useLingui();
  return (
    <Notice
      tone="info"
      title={t`Figures are being counted again in this time zone, the latest first.`}
    >
      {days > 0 && (
        <p>
          <Plural value={{ days }} one="# day is left." other="# days are left." />
        </p>
      )}
    </Notice>
  );
}

/** Says in which time zone days begin and end, with a link to the setting for those who may change it. */
function TimeZoneNote({ timeZone }: { timeZone: string }) {
  const { t } = useLingui();
  const role = useUser()?.role ?? "buyer";
  const href = `${consolePaths.settings}#time-zone`;
  return (
    <>
      {timeZone === "UTC"
        ? t`Days are in UTC.`
        : t`Days are in the time zone ${{ timeZone: formatTimeZone(timeZone) }}.`}{" "}
      {canOpen(role, consolePaths.settings) && <Link href={href}>{t`Change time zone`}</Link>}
    </>
  );
}

function FirstSteps() {
  const { t } = useLingui();
  const isAdmin = useIsAdmin();
  return (
    <EmptyState
      title={t`No products yet`}
      text={t`Create a product with a name, a price, and benefits. Your metrics appear after the first sale.`}
    >
      {isAdmin && (
        <ButtonLink kind="primary" href={consolePaths.newProduct}>
          {t`Create product`}
        </ButtonLink>
      )}
    </EmptyState>
  );
}

/** Has the height of the first figures, so that the layout doesn't shift when they load. */
function FiguresSkeleton() {
  return (
    <div className={shapes.fields}>
      <Skeleton width="16rem" />
      <div className={figures.tiles}>
        <Skeleton width="100%" height="10rem" />
        <Skeleton width="100%" height="10rem" />
        <Skeleton width="100%" height="10rem" />
      </div>
      <Skeleton width="100%" height="18rem" />
    </div>
  );
}

const STRIPE_DISPUTES = "https://dashboard.stripe.com/disputes";

/**
 * Lists what needs the seller's attention. Disputes come last and load separately, because Stripe responds more slowly.
 */
function ActionItems({ attention }: { attention: Attention[] }) {
  const { t, i18n } = useLingui();
  const role = useUser()?.role ?? "buyer";
  const hasAlerts = (useQuery(alertsQuery).data?.alerts.length ?? 0) > 0;
  return (
    <ul className={styles.actionItems} aria-label={t`Action items`}>
      {attention.map((item) => {
        const { text, linkText, href } = toActionItem(i18n, item);
        return (
          <li key={item.kind} data-urgent="true">
            {text} {canOpen(role, href) && <Link href={href}>{linkText}</Link>}
          </li>
        );
      })}
      <Disputes isOnlyItem={attention.length === 0 && !hasAlerts} />
    </ul>
  );
}

function Disputes({ isOnlyItem }: { isOnlyItem: boolean }) {
  const { t, i18n } = useLingui();
  const { data, isError } = useQuery(disputesQuery);
  if (isError) return <li>{t`Couldn’t load disputes from Stripe.`}</li>;
  if (!data) return <li>{t`Loading disputes…`}</li>;
  if (data.count === 0)
    return <li>{isOnlyItem ? t`Nothing needs your attention.` : t`No open disputes.`}</li>;
  return (
    <li data-urgent="true">
      {describeDisputes(i18n, data)}{" "}
      <Link href={`${consolePaths.orders}?status=disputed`}>{t`Disputed orders`}</Link>{" "}
      <a href={STRIPE_DISPUTES}>{t`All disputes in Stripe`}</a>
    </li>
  );
}

/** Chooses the days, what they are compared with, and the currency. All of it is in the URL. */
function RangePicker({ overview }: { overview: Overview }) {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const { today } = overview;
  const currencies = overview.currencies.map(({ currency }) => currency);
  const currency = findCurrency(overview.currencies, params)?.currency ?? "";
  const range = parseRange(params);
  const isCustom = range.from !== undefined;
  const [isChoosingDays, setIsChoosingDays] = useState(isCustom);
  const set = (changes: Record<string, string | null>) =>
    setParams((before) => withParams(before, changes), { replace: true });
  const onPreset = (value: string) => {
    setIsChoosingDays(value === "custom");
    if (value !== "custom") set({ range: value === "30d" ? null : value, from: null, to: null });
  };
  return (
    <div className={styles.picker}>
      <FilterSelect
        label={t`Date range`}
        value={isChoosingDays ? "custom" : (range.range ?? "30d")}
        options={toOptions({ ...presetNames, custom: t`Custom range` })}
        onChange={onPreset}
      />
      {isChoosingDays && (
        <DaysForm from={range.from ?? ""} to={range.to ?? today} today={today} onSubmit={set} />
      )}
      <FilterSelect
        label={t`Compare with`}
        value={range.compare ?? "previous"}
        options={toOptions(comparisonNames)}
        onChange={(value) => set({ compare: value === "previous" ? null : value })}
      />
      {currencies.length > 1 && (
        <FilterSelect
          label={t`Currency`}
          value={currency}
          options={currencies.map((code) => ({ value: code, label: code.toUpperCase() }))}
          onChange={(value) => set({ currency: value })}
        />
      )}
    </div>
  );
}

function DaysForm({
  from,
  to,
  today,
  onSubmit,
}: {
  from: string;
  to: string;
  today: string;
  onSubmit: (days: { from: string; to: string; range: null }) => void;
}) {
  const { t } = useLingui();
  const errorId = useId();
  const [days, setDays] = useState({ from, to });
  const [error, setError] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (days.from === "" || days.to === "") return setError(t`Choose a start and an end date.`);
    if (days.from > days.to) return setError(t`The start date must be before the end date.`);
    if (days.to > today) return setError(t`The end date can’t be in the future.`);
    setError("");
    return onSubmit({ ...days, range: null });
  };
  return (
    <form className={styles.days} onSubmit={submit} noValidate>
      {(["from", "to"] as const).map((name) => (
        <label key={name}>
          <span>{name === "from" ? t`From` : t`To`}</span>
          <input
            type="date"
            value={days[name]}
            max={today}
            aria-invalid={error !== "" || undefined}
            aria-describedby={error ? errorId : undefined}
            onChange={({ target: { value } }) => setDays({ ...days, [name]: value })}
          />
        </label>
      ))}
      <Button type="submit">{t`Apply`}</Button>
      {error && (
        <p id={errorId} role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
