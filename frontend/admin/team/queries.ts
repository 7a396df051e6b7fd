import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";
import { routeQuery } from "../../http/route-query.ts";
import { showToast } from "../../ui/toast.tsx";

const team = api.admin.team;

export type Member = InferResponseType<typeof team.$get>["items"][number];
export type Invitation = InferResponseType<typeof team.invitations.$get>["items"][number];
export type TeamRole = Invitation["role"];

export const teamKey = ["admin", "team"];

/** A member's API keys and webhook endpoints that work. */
export const programsQuery = (id: string) =>
  routeQuery([...teamKey, "programs", id], () => team[":id"].programs.$get({ param: { id } }));

/** A change to the team, which survives a fresh sign-in. */
type TeamChange =
  | { action: "invite"; email: string; role: TeamRole }
  | { action: "resend"; id: string }
  | { action: "withdraw"; id: string }
  | { action: "role"; id: string; role: TeamRole; keepsPrograms?: boolean }
  | { action: "remove"; id: string; keepsPrograms: boolean };

/** What a toast says after a change; null if the page says what became of the invitation. */
const changeToasts: Record<TeamChange["action"], MessageDescriptor | null> = {
  invite: null,
  resend: null,
  withdraw: msg`Invitation revoked`,
  role: msg`Role changed`,
  remove: msg`Team member removed`,
};

/** Applies a change and reloads the lists. */
export function useTeamChange() {
  const { i18n } = useLingui();
  return useMutation({
    mutationFn: sendTeamChange,
    onSuccess: (_outcome, { action }, _result, { client }) => {
      const toast = changeToasts[action];
      if (toast !== null) showToast(i18n._(toast));
      return client.invalidateQueries({ queryKey: teamKey });
    },
  });
}

/** Returns what became of an invitation; null for other changes. */
async function sendTeamChange(change: TeamChange) {
  switch (change.action) {
    case "invite":
      return (await read(team.$post({ json: { email: change.email, role: change.role } }))).outcome;
    case "resend":
      return (await read(team.invitations[":id"].email.$post({ param: { id: change.id } })))
        .outcome;
    case "withdraw":
      await send(team.invitations[":id"].$delete({ param: { id: change.id } }));
      return null;
    case "role":
      await send(
        team[":id"].role.$put({
          param: { id: change.id },
          json: { role: change.role, keepsPrograms: change.keepsPrograms },
        }),
      );
      return null;
    case "remove":
      await send(
        team[":id"].$delete({
          param: { id: change.id },
          query: { keepsPrograms: change.keepsPrograms ? "true" : "false" },
        }),
      );
      return null;
  }
}
