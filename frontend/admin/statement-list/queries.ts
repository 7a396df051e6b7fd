import { queryOptions } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { routeQuery } from "../../http/route-query.ts";
import { api, read } from "../../http/client.ts";
import { itemQuery } from "../frame/queries.ts";

const { statements } = api.admin;
const one = statements[":id"];

export type ListedStatement = InferResponseType<typeof statements.$get>["items"][number];
export type Statement = InferResponseType<(typeof one)["$get"]>;
export type Contract = NonNullable<Statement["contractDetails"]>;
export type StatementDecision = InferRequestType<(typeof one)["decision"]["$post"]>["json"];
export type ContractChoice = InferRequestType<(typeof one)["contract"]["$put"]>["json"];

/** The lists are also cached under this key. */
export const statementsKey = ["admin", "statements"];

export const statementQuery = itemQuery(statementsKey, one);

/** How many statements wait for a decision. */
export const openStatementsQuery = routeQuery([...statementsKey, "open"], () =>
  statements.open.$get({ query: {} }),
);

/** The statements about the contracts of a customer, newest first: as many as one page has. */
export const statementsOfUserQuery = (userId: string) =>
  queryOptions({
    queryKey: [...statementsKey, "of", userId],
    queryFn: async () => (await read(statements.$get({ query: { userId, limit: 100 } }))).items,
  });

/** Decides a statement. */
export const decide = (id: string, json: StatementDecision) =>
  read(one.decision.$post({ param: { id }, json }));

/** Says which order or subscription a statement is about. */
export const assignContract = (id: string, json: ContractChoice) =>
  read(one.contract.$put({ param: { id }, json }));
