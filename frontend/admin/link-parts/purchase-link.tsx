import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { describeReferral } from "../../../worker/shared/describe-referral.ts";
import { linkPaths } from "../frame/console-paths.ts";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { getLinkName } from "./link-copy.ts";
import { linkQuery } from "./queries.ts";

/**
 * The permanent link that something was bought with, which leads admins to it, and where the visit came from. Until it
 * is loaded, its id.
 */
export function PurchaseLink({ id, referral }: { id: string; referral: string | null }) {
  const isAdmin = useIsAdmin();
  const { data } = useQuery({ ...linkQuery(id), enabled: isAdmin });
  return (
    <>
      {data ? <Link href={linkPaths.link(id)}>{getLinkName(data)}</Link> : <code>{id}</code>}
      {referral !== null && ` (${describeReferral(referral)})`}
    </>
  );
}
