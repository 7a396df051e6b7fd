import { useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { routeQuery } from "../../http/route-query.ts";
import { billingQuery } from "./queries.ts";

const route = api.me.seats[":id"];

export type Seats = InferResponseType<typeof route.$get>;
export type TakenSeat = Seats["taken"][number];
export type SeatDomain = Seats["domains"][number];
export type InvitedSeat = Seats["invited"][number];

/** The seats of an order or subscription, and who has them. */
export const seatsQuery = (id: string) =>
  routeQuery(queryKeys.seats(id), () => route.$get({ param: { id } }));

/** A change of the seats, which answers with all of them. */
export function useSeatChange<Input>(id: string, change: (input: Input) => Promise<Seats>) {
  return useMutation({
    mutationFn: change,
    onSuccess: async (seats, _input, _result, { client }) => {
      client.setQueryData(seatsQuery(id).queryKey, seats);
      await client.invalidateQueries({ queryKey: billingQuery.queryKey });
    },
  });
}

export const seatChanges = {
  remove: (id: string) => (seatId: string) =>
    read(route[":seatId"].$delete({ param: { id, seatId } })),
  setManager: (id: string) => (input: { seatId: string; managesSeats: boolean }) =>
    read(
      route[":seatId"].manager.$put({
        param: { id, seatId: input.seatId },
        json: { managesSeats: input.managesSeats },
      }),
    ),
  setOwn: (id: string) => (keepsOwn: boolean) =>
    read(route.own.$put({ param: { id }, json: { keepsOwn } })),
  setLink: (id: string) => (limit: number) =>
    read(route.link.$put({ param: { id }, json: { limit } })),
  addDomain: (id: string) => (domain: string) =>
    read(route.domains[":domain"].$put({ param: { id, domain } })),
  checkDomain: (id: string) => (domain: string) =>
    read(route.domains[":domain"].check.$post({ param: { id, domain } })),
  removeDomain: (id: string) => (domain: string) =>
    read(route.domains[":domain"].$delete({ param: { id, domain } })),
  removeLink: (id: string) => () => read(route.link.$delete({ param: { id } })),
};

/** Invites people. The answer says which addresses were left out. */
export function useGiveSeats(id: string) {
  return useMutation({
    mutationFn: (json: { emails: string[]; sendEmail: boolean; asManagers: boolean }) =>
      read(route.$post({ param: { id }, json })),
    onSuccess: async (_answer, _input, _result, { client }) => {
      await client.invalidateQueries({ queryKey: seatsQuery(id).queryKey });
      await client.invalidateQueries({ queryKey: billingQuery.queryKey });
    },
  });
}

/** Emails an invitation again. */
export function useSendAgain(id: string) {
  return useMutation({
    mutationFn: (seatId: string) =>
      send(api.me.gifts[":id"].email.$post({ param: { id: seatId }, json: {} })),
    onSuccess: (_answer, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: seatsQuery(id).queryKey }),
  });
}
