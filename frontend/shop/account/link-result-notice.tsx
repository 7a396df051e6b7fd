import { useLingui } from "../../i18n/lingui.ts";
import { describeLinkResult, describeLinkError } from "../../messages/sign-in.ts";
import { useConsumedSearchParam } from "../../shell/use-consumed-search-param.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Identity } from "../../http/account.ts";

/** Shows the result of linking once, after the provider redirects back. */
export function LinkResultNotice({ identities }: { identities: Identity[] }) {
  const { i18n } = useLingui();
  const error = useConsumedSearchParam("error");
  const provider = useConsumedSearchParam("linked");
  if (error !== null) {
    const { title, nextStep } = describeLinkError(i18n, error);
    return (
      <Notice tone="error" title={title}>
        <p>{nextStep}</p>
      </Notice>
    );
  }
  const linkedIdentity = identities.findLast((identity) => identity.provider === provider);
  if (!linkedIdentity) return null;
  const { title, nextStep } = describeLinkResult(
    i18n,
    linkedIdentity.providerName,
    isRecentlyLinked(linkedIdentity),
  );
  return (
    <Notice tone="info" title={title}>
      <p>{nextStep}</p>
    </Notice>
  );
}

/** False for every identity if the account was already linked. */
function isRecentlyLinked({ createdAt }: Identity) {
  return Date.now() - createdAt < 60_000;
}
