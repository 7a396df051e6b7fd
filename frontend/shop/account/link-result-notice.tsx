import { describeLink, describeLinkError } from "../../messages/sign-in.ts";
import { useTakenParam } from "../../shell/use-consumed-search-param.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Identity } from "../../http/account.ts";

/** How linking went, said once on the way back from the provider. */
export function LinkNews({ identities }: { identities: Identity[] }) {
  const error = useTakenParam("error");
  const provider = useTakenParam("linked");
  if (error !== null) {
    const { title, next } = describeLinkError(error);
    return (
      <Notice tone="error" title={title}>
        <p>{next}</p>
      </Notice>
    );
  }
  const linked = identities.findLast((identity) => identity.provider === provider);
  if (!linked) return null;
  const { title, next } = describeLink(linked.providerName, isNew(linked));
  return (
    <Notice tone="info" title={title}>
      <p>{next}</p>
    </Notice>
  );
}

/** Where an account was linked already, nothing in the list is this young. */
function isNew({ createdAt }: Identity) {
  return Date.now() - createdAt < 60_000;
}
