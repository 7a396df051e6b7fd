import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import styles from "./load-more.module.css";

/** A button that loads a list's next rows, with an error if that fails. Shows nothing after the last rows. */
export function LoadMore({
  list,
  label = "Show more",
}: {
  list: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
  >;
  label?: string;
}) {
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchingNextPage ? "Loading…" : label}
      </Button>
      {list.isFetchNextPageError && <p role="alert">Couldn't load more. Try again.</p>}
    </div>
  );
}
