import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SetupReminder } from "../setup/setup-reminder.tsx";
import { ActionItems } from "./action-items.tsx";
import { formatSpan } from "./figure-copy.ts";
import { FigureSections } from "./figure-sections.tsx";
import styles from "./overview-page.module.css";
import { PaymentAlerts } from "./payment-alerts.tsx";
import { overviewQuery, type Overview } from "./queries.ts";
import { parseRange } from "./range.ts";
import { RangePicker } from "./range-picker.tsx";

/** `/admin`: what needs the seller's attention, the latest sales, and the shop's figures for a range of days. */
export default function OverviewPage() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const query = useQuery(overviewQuery(parseRange(params)));
  return (
    <ConsolePage title={t`Overview`}>
      <SetupReminder />
      <QueryBoundary query={query} skeleton={<FiguresSkeleton />}>
        {(overview) =>
          overview.hasProducts ? (
            <>
              <div className={styles.attention}>
                <ActionItems attention={overview.actionItems} />
                <PaymentAlerts />
              </div>
              <ChosenDays overview={overview} isLoading={query.isPlaceholderData} />
            </>
          ) : (
            <FirstSteps />
          )
        }
      </QueryBoundary>
    </ConsolePage>
  );
}

function ChosenDays({ overview, isLoading }: { overview: Overview; isLoading: boolean }) {
  const { i18n } = useLingui();
  const [params] = useSearchParams();
  const { currencies, span, compared, today } = overview;
  const figures =
    currencies.find(({ currency }) => currency === params.get("currency")) ?? currencies[0];
  if (!figures) return null;
  const days = formatSpan(i18n, span);
  const comparedDays = compared && formatSpan(i18n, compared);
  return (
    <div className={styles.chosen} aria-busy={isLoading || undefined}>
      <div className={styles.range}>
        <RangePicker
          currencies={currencies.map(({ currency }) => currency)}
          currency={figures.currency}
          today={today}
        />
        <p className={styles.span}>
          <output>
            {comparedDays === null ? (
              days
            ) : (
              <Trans>
                {days}, compared to {comparedDays}
              </Trans>
            )}
          </output>{" "}
          <Trans>(days in UTC)</Trans>
        </p>
      </div>
      <FigureSections overview={overview} figures={figures} />
    </div>
  );
}

function FirstSteps() {
  const { t } = useLingui();
  const isAdmin = useIsAdmin();
  return (
    <EmptyState title={t`No products yet`}>
      <p>
        <Trans>
          Create a product with a name, a price, and benefits. Your metrics appear after the first
          sale.
        </Trans>
      </p>
      {isAdmin && (
        <ButtonLink kind="primary" href={consolePaths.newProduct}>
          <Trans>Create product</Trans>
        </ButtonLink>
      )}
    </EmptyState>
  );
}

/** Has the height of the first figures, so that the layout doesn't shift when they load. */
function FiguresSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton width="16rem" />
      <Skeleton width="60%" height="3.5rem" />
      <div className={styles.top}>
        <Skeleton width="100%" height="18rem" />
        <Skeleton width="100%" height="18rem" />
      </div>
    </div>
  );
}
