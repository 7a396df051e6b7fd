import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { hasRole } from "../../../worker/lib/roles.ts";
import { useUser } from "../../http/session.ts";
import { Loaded } from "../../shell/query-boundary.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty-state.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Errands } from "./action-items.tsx";
import { Figure } from "./figure.tsx";
import styles from "./overview-page.module.css";
import { overviewQuery, rangeOf, type Overview, type Range } from "./queries.ts";

const ranges: { value: Range; name: string }[] = [
  { value: "30d", name: "30 days" },
  { value: "12m", name: "12 months" },
];

/** `/admin`: how the shop does, and what needs the seller now. */
export default function OverviewPage() {
  const [params] = useSearchParams();
  const range = rangeOf(params);
  return (
    <ConsolePage title="Overview" actions={<Ranges chosen={range} />}>
      <Loaded query={useQuery(overviewQuery(range))} skeleton={<FiguresSkeleton />}>
        {(overview) =>
          overview.hasProducts ? (
            <>
              <Errands attention={overview.attention} />
              <Figures overview={overview} />
            </>
          ) : (
            <FirstSteps />
          )
        }
      </Loaded>
    </ConsolePage>
  );
}

function Ranges({ chosen }: { chosen: Range }) {
  return (
    <nav aria-label="Range" className={styles.ranges}>
      {ranges.map(({ value, name }) => (
        <Link
          key={value}
          href={value === "30d" ? consolePaths.overview : `${consolePaths.overview}?range=${value}`}
          aria-current={value === chosen ? "true" : undefined}
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
  const common = { range, periods };
  // One in which nothing recurs has no plot for it, unless there is no other.
  const recurs = currencies.filter(({ monthly }) => monthly.values.some(Boolean));
  const recurring = recurs.length > 0 ? recurs : currencies.slice(0, 1);
  const inCurrency = (name: string, currency: string) =>
    currencies.length > 1 ? `${name} in ${currency.toUpperCase()}` : name;
  return (
    <div className={styles.figures}>
      {currencies.map(({ currency, revenue, refunded }) => {
        const format = (value: number) => formatMoney(value, currency);
        return (
          <Figure
            key={`revenue ${currency}`}
            name={inCurrency("Revenue", currency)}
            about={`What was paid, less what was sent back; a refund counts on the day of its payment. ${format(refunded.total)} of this range was refunded. Fees and lost disputes are not taken off.`}
            kind="flow"
            figure={revenue}
            format={format}
            {...common}
          />
        );
      })}
      {recurring.map(({ currency, monthly }) => (
        <Figure
          key={`monthly ${currency}`}
          name={inCurrency("Monthly recurring revenue", currency)}
          about="What subscriptions are billed, as if each were billed by the month: a year is 12 months, 52 weeks or 365 days. One that pays late counts until it ends; trials and pauses do not. Discounts and taxes are not taken off."
          kind="level"
          figure={monthly}
          format={(value) => formatMoney(value, currency)}
          {...common}
        />
      ))}
      <Figure
        name="Active subscriptions"
        about="Those that pay, late ones among them. Trials and pauses are not."
        aside={
          overview.trialing.total > 0
            ? `and ${formatCount(overview.trialing.total)} on trial`
            : undefined
        }
        kind="level"
        figure={overview.active}
        format={formatCount}
        {...common}
      />
      <Figure
        name="New subscriptions"
        about="Those that began, trials among them."
        kind="flow"
        figure={overview.begun}
        format={formatCount}
        {...common}
      />
      <Figure
        name="Ended subscriptions"
        about="Those that are over. One that is canceled counts on the day when it ends."
        kind="flow"
        figure={overview.ended}
        format={formatCount}
        {...common}
      />
      <Figure
        name="Failed payments"
        about="Every attempt that a bank refused, at the checkout and at renewals."
        kind="flow"
        figure={overview.failed}
        format={formatCount}
        {...common}
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
    <Empty title="The shop is ready, and the shelves are bare.">
      <p>
        Begin with a product: what it is called, what it costs, and what its buyers get. The figures
        come with the first sale.
      </p>
      {hasRole(role, "admin") && (
        <ButtonLink kind="primary" href={consolePaths.newProduct}>
          Make the first product
        </ButtonLink>
      )}
    </Empty>
  );
}

/** As high as what comes, so that nothing moves when it does. */
function FiguresSkeleton() {
  return (
    <div className={styles.skeleton}>
      <div className={styles.errands}>
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
