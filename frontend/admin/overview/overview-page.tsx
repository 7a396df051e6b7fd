import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { hasRole } from "../../../worker/lib/roles.ts";
import { useUser } from "../../http/session.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ActionItems } from "./action-items.tsx";
import { Balance } from "./balance.tsx";
import { Figure } from "./figure.tsx";
import styles from "./overview-page.module.css";
import { PaymentAlerts } from "./payment-alerts.tsx";
import { overviewQuery, parseRange, type Overview, type Range } from "./queries.ts";

const ranges: { value: Range; name: string }[] = [
  { value: "30d", name: "30 days" },
  { value: "12m", name: "12 months" },
];

/** `/admin`: the shop's key figures, and what needs the seller's attention. */
export default function OverviewPage() {
  const [params] = useSearchParams();
  const range = parseRange(params);
  return (
    <ConsolePage title="Overview" actions={<RangePicker selected={range} />}>
      <QueryBoundary query={useQuery(overviewQuery(range))} skeleton={<FiguresSkeleton />}>
        {(overview) =>
          overview.hasProducts ? (
            <>
              <ActionItems attention={overview.actionItems} />
              <PaymentAlerts />
              <Figures overview={overview} />
              <Balance overview={overview} />
            </>
          ) : (
            <FirstSteps />
          )
        }
      </QueryBoundary>
    </ConsolePage>
  );
}

function RangePicker({ selected }: { selected: Range }) {
  return (
    <nav aria-label="Range" className={styles.ranges}>
      {ranges.map(({ value, name }) => (
        <Link
          key={value}
          href={value === "30d" ? consolePaths.overview : `${consolePaths.overview}?range=${value}`}
          aria-current={value === selected ? "true" : undefined}
          replace
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const { range, periods, currencies } = overview;
  const sharedProps = { range, periods };
  // Currencies without recurring revenue have no plot, unless there is no other currency.
  const currenciesWithSubscriptions = currencies.filter(({ mrr }) => mrr.values.some(Boolean));
  const recurringCurrencies =
    currenciesWithSubscriptions.length > 0 ? currenciesWithSubscriptions : currencies.slice(0, 1);
  const withCurrency = (name: string, currency: string) =>
    currencies.length > 1 ? `${name} in ${currency.toUpperCase()}` : name;
  return (
    <div className={styles.figures}>
      {currencies.map(({ currency, revenue, refunded }) => {
        const format = (value: number) => formatMoney(value, currency);
        return (
          <Figure
            key={`revenue ${currency}`}
            name={withCurrency("Revenue", currency)}
            description={`What was paid, less what was sent back; a refund counts on the day of its payment. ${format(refunded.total)} of this range was refunded. Fees and lost disputes are not taken off; the table below has them.`}
            kind="flow"
            figure={revenue}
            format={format}
            {...sharedProps}
          />
        );
      })}
      {recurringCurrencies.map(({ currency, mrr }) => (
        <Figure
          key={`monthly ${currency}`}
          name={withCurrency("Monthly recurring revenue", currency)}
          description="What subscriptions are billed, as if each were billed by the month: a year is 12 months, 52 weeks or 365 days. One that pays late counts until it ends; trials and pauses do not. Discounts and taxes are not taken off."
          kind="level"
          figure={mrr}
          format={(value) => formatMoney(value, currency)}
          {...sharedProps}
        />
      ))}
      <Figure
        name="Active subscriptions"
        description="Those that pay, late ones among them. Trials and pauses are not."
        note={
          overview.trialing.total > 0
            ? `and ${formatCount(overview.trialing.total)} on trial`
            : undefined
        }
        kind="level"
        figure={overview.active}
        format={formatCount}
        {...sharedProps}
      />
      <Figure
        name="New subscriptions"
        description="Those that began, trials among them."
        kind="flow"
        figure={overview.started}
        format={formatCount}
        {...sharedProps}
      />
      <Figure
        name="Ended subscriptions"
        description="Those that are over. One that is canceled counts on the day when it ends."
        kind="flow"
        figure={overview.ended}
        format={formatCount}
        {...sharedProps}
      />
      <Figure
        name="Failed payments"
        description="Every attempt that a bank refused, at the checkout and at renewals."
        kind="flow"
        figure={overview.failed}
        format={formatCount}
        {...sharedProps}
      />
    </div>
  );
}

function formatCount(value: number): string {
  return value.toLocaleString("en-US");
}

function FirstSteps() {
  const role = useUser()?.role ?? "buyer";
  return (
    <EmptyState title="The shop is ready, and the shelves are bare.">
      <p>
        Begin with a product: what it is called, what it costs, and what its buyers get. The figures
        come with the first sale.
      </p>
      {hasRole(role, "admin") && (
        <ButtonLink kind="primary" href={consolePaths.newProduct}>
          Make the first product
        </ButtonLink>
      )}
    </EmptyState>
  );
}

/** Has the height of the figures, so that the layout doesn't shift when they load. */
function FiguresSkeleton() {
  return (
    <div className={styles.skeleton}>
      <div className={styles.actionItems}>
        <Skeleton width="16rem" />
      </div>
      <div className={styles.figures}>
        {[1, 2, 3, 4, 5, 6].map((figure) => (
          <div key={figure} className={styles.place}>
            <Skeleton width="40%" />
            <Skeleton width="30%" height="2rem" />
          </div>
        ))}
      </div>
    </div>
  );
}
