import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";

const team = api.admin.team;

export type Team = InferResponseType<typeof team.$get>;
export type Member = Team["members"][number];
export type Invitation = Team["invitations"][number];
export type TeamRole = Invitation["role"];

export const teamQuery = queryOptions({
  queryKey: ["admin", "team"],
  queryFn: () => read(team.$get()),
});

/** A change to the team. It is serialized to survive a fresh sign-in. */
type TeamChange =
  | { action: "invite"; email: string; role: TeamRole }
  | { action: "resend"; id: string }
  | { action: "withdraw"; id: string }
  | { action: "role"; id: string; role: TeamRole }
  | { action: "remove"; id: string };

export const serializeTeamChange = (change: TeamChange) => JSON.stringify(change);

/** Applies a change from `serializeTeamChange` and caches the updated team. */
export function useTeamChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (text: string) => sendTeamChange(JSON.parse(text) as TeamChange),
    onSuccess: ({ members, invitations }) =>
      client.setQueryData(teamQuery.queryKey, { members, invitations }),
  });
}

async function sendTeamChange(change: TeamChange): Promise<Team & { outcome?: string }> {
  switch (change.action) {
    case "invite":
      return read(team.$post({ json: { email: change.email, role: change.role } }));
    case "resend":
      return read(team.invitations[":id"].mail.$post({ param: { id: change.id } }));
    case "withdraw":
      return read(team.invitations[":id"].$delete({ param: { id: change.id } }));
    case "role":
      return read(team[":id"].role.$put({ param: { id: change.id }, json: { role: change.role } }));
    case "remove":
      return read(team[":id"].$delete({ param: { id: change.id } }));
  }
}
