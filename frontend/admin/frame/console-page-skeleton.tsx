import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import shapes from "./shapes.module.css";

/** A placeholder for a page of the console. */
export function ConsolePageSkeleton() {
  return (
    <div className={shapes.form} aria-hidden="true">
      <Skeleton width="14rem" height="2.2rem" />
      <SkeletonLines lines={5} />
    </div>
  );
}
