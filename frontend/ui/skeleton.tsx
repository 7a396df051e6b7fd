import styles from "./skeleton.module.css";

/**
 * A placeholder for text or an image that is loading, in its final size. A picture without content: pages that the
 * Worker draws can't set `style`.
 */
export function Skeleton({ width = "100%", height = "1em" }: { width?: string; height?: string }) {
  return <svg className={styles.skeleton} width={width} height={height} />;
}

/** A placeholder for a paragraph. */
export function SkeletonLines({ lines }: { lines: number }) {
  return (
    <span className={styles.lines}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line === lines - 1 ? "55%" : `${100 - (line % 3) * 4}%`} />
      ))}
    </span>
  );
}
