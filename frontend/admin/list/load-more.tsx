import { useLingui } from "@lingui/react/macro";
import { onlineManager, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "../../ui/button.tsx";
import styles from "./load-more.module.css";

/**
 * A button that loads a list's next rows, with an error if that fails. They are loaded automatically when the
 * connection returns. Shows nothing after the last rows.
 */
export function LoadMore({
  list,
  label,
}: {
  list: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
  >;
  /** The button; by default "Show more". */
  label?: string;
}) {
  const { t } = useLingui();
  const { isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    if (!isFetchNextPageError) return;
    return onlineManager.subscribe((isOnline) => {
      if (isOnline) void fetchNextPage();
    });
  }, [isFetchNextPageError, fetchNextPage]);
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button busy={list.isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {list.isFetchingNextPage ? t`Loading…` : (label ?? t`Show more`)}
      </Button>
      {isFetchNextPageError && <p role="alert">{t`Couldn’t load more. Try again.`}</p>}
    </div>
  );
}
