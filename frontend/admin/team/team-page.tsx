import { useLingui } from "@lingui/react/macro";
import { ConsolePage } from "../frame/console-page.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Invitations } from "./invitations.tsx";
import { InviteForm } from "./invite-form.tsx";
import { Members } from "./members.tsx";
import { useTeamChange } from "./queries.ts";

/** `/admin/team`: the team's members, roles and invitations. */
export default function TeamPage() {
  const { t } = useLingui();
  const change = useTeamChange();
  const freshSignIn = useFreshSignIn("team", change);
  return (
    <ConsolePage
      title={t`Team`}
      description={t`Support members help customers. Admins also run the shop. Owners also manage the team and the settings.`}
    >
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      <Members change={change} />
      <Invitations change={change} />
      <InviteForm />
      {freshSignIn.dialog}
    </ConsolePage>
  );
}
