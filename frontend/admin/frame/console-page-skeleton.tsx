import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import styles from "./console-page-skeleton.module.css";

/** A placeholder for a page of the console. */
export function ConsolePageSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <Skeleton width="14rem" height="2.2rem" />
      <SkeletonLines lines={5} />
    </div>
  );
}
