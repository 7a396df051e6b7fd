import { Skeleton, SkeletonLines } from "../ui/skeleton.tsx";
import styles from "./page-skeleton.module.css";

/** A placeholder for a page: a heading and some lines. */
export function PageSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <Skeleton width="40%" height="3rem" />
      <SkeletonLines lines={4} />
    </div>
  );
}
