import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { codePaths } from "../frame/console-paths.ts";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { discountQuery } from "./queries.ts";

/** The discount code of a purchase, which leads admins to it in the list of codes. Until it is loaded, its id. */
export function DiscountCode({ id }: { id: string }) {
  const isAdmin = useIsAdmin();
  const { data } = useQuery({ ...discountQuery(id), enabled: isAdmin });
  if (!data) return <code>{id}</code>;
  return (
    <Link href={codePaths.discountsLike(data.code)}>
      <code>{data.code}</code>
    </Link>
  );
}
