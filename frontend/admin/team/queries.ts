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

/** What can be done to the team. As text it survives the way to a fresh sign-in and back. */
type TeamChange =
  | { do: "invite"; email: string; role: TeamRole }
  | { do: "resend"; id: string }
  | { do: "withdraw"; id: string }
  | { do: "role"; id: string; role: TeamRole }
  | { do: "remove"; id: string };

export const toText = (change: TeamChange) => JSON.stringify(change);

/** Does a change, given as `toText` writes it, and shows the team as it is then. */
export function useTeamChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (text: string) => send(JSON.parse(text) as TeamChange),
    onSuccess: ({ members, invitations }) =>
      client.setQueryData(teamQuery.queryKey, { members, invitations }),
  });
}

async function send(change: TeamChange): Promise<Team & { outcome?: string }> {
  switch (change.do) {
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
