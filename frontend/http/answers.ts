import type { QueryClient, QueryFunction, QueryKey, SkipToken } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { ApiError, isApiError } from "./errors.ts";

/** A request whose answer is kept, as React Query's `queryOptions` describe it. */
export type Query<Data> = {
  queryKey: QueryKey;
  // eslint-disable-next-line typescript/no-explicit-any -- any key, as React Query's own functions
  queryFn?: QueryFunction<Data, any, never> | SkipToken;
  /** In milliseconds. */
  staleTime?: unknown;
  /** False: only shows what is known. */
  enabled?: unknown;
  retryOnMount?: unknown;
  gcTime?: unknown;
};

/** What is known of an answer. The same object until that changes. `dataUpdatedAt` is in unix milliseconds. */
export type QueryResult<Data> = {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
};

/** What is written and invalidated: React Query's cache, or what stands in for it until it has loaded. */
export type AnswerCache = {
  getQueryData: <Data>(key: QueryKey) => Data | undefined;
  setQueryData: (key: QueryKey, data: unknown) => unknown;
  invalidateQueries: (filters: { queryKey: QueryKey; exact?: boolean }) => Promise<void>;
};

/**
 * The answers that a page shows. React Query is not part of the first load, and no part of the Worker: pages that are
 * drawn already need a map of the answers that they were drawn with, and two or three requests (decision 81).
 */
export type Answers = {
  cache: AnswerCache;
  /** Returns what is known, without asking. */
  read: <Data>(query: Query<Data>) => QueryResult<Data>;
  /** Asks if the answer is not known or stale, and calls back when what is known changes. @returns what ends that */
  watch: (query: Query<unknown>, onChange: () => void) => () => void;
};

const AnswersContext = createContext<Answers | null>(null);
export const AnswersProvider = AnswersContext.Provider;

/** @throws outside of `AnswersProvider` */
export function useAnswers(): Answers {
  const answers = useContext(AnswersContext);
  if (!answers) throw new Error("No answers around this component");
  return answers;
}

/** How long an answer is fresh by default, in milliseconds. */
export const DEFAULT_STALE_TIME = 30_000;
/** How long to wait before a request that failed is sent once more, in milliseconds. */
export const RETRY_DELAY = 800;

/** Whether a request that failed may succeed a little later. */
export function isTransient(error: Error): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}

type Watcher = { query: Query<unknown>; onChange: () => void };
type Entry = {
  queryKey: QueryKey;
  result: QueryResult<unknown>;
  asking?: Promise<unknown> | undefined;
  watchers: Set<Watcher>;
};

/** The answers until React Query has loaded, and all that the Worker needs. */
export type FirstAnswers = Answers & {
  cache: AnswerCache;
  /** @param updatedAt in unix milliseconds; what is 0 is asked for again as soon as it is watched */
  set: (key: QueryKey, data: unknown, updatedAt?: number) => void;
  /** Asks if the answer is not known or stale. */
  fetchQuery: <Data>(query: Query<Data>) => Promise<Data>;
  /** Asks again for what is stale. */
  refresh: () => void;
  /** Hands over all answers, and those on their way. From then on, `cache` is that of React Query. */
  moveTo: (client: QueryClient) => void;
};

/** @param onUnauthenticated is called for every answer that says that nobody is signed in */
export function createFirstAnswers(
  onUnauthenticated: (cache: AnswerCache) => void = () => undefined,
): FirstAnswers {
  const entries = new Map<string, Entry>();
  let client: QueryClient | undefined;

  const find = (query: Pick<Query<unknown>, "queryKey">): Entry => {
    const hash = JSON.stringify(query.queryKey);
    const known = entries.get(hash);
    if (known) return known;
    const entry: Entry = {
      queryKey: query.queryKey,
      result: {
        data: undefined,
        error: null,
        isPending: true,
        dataUpdatedAt: 0,
        refetch: () => {
          const [watcher] = entry.watchers;
          return watcher && ask(entry, watcher.query).catch(() => undefined);
        },
      },
      watchers: new Set(),
    };
    entries.set(hash, entry);
    return entry;
  };
  const change = (entry: Entry, values: Partial<QueryResult<unknown>>) => {
    entry.result = { ...entry.result, ...values };
    for (const { onChange } of entry.watchers) onChange();
  };
  const set = (queryKey: QueryKey, data: unknown, dataUpdatedAt = Date.now()) =>
    change(find({ queryKey }), { data, error: null, isPending: false, dataUpdatedAt });

  /** Sends the request unless it is on its way, once more after a transient error. */
  const ask = (entry: Entry, query: Query<unknown>): Promise<unknown> => {
    const send = async () =>
      (query.queryFn as (context: { client: unknown }) => unknown)({ client: answers });
    entry.asking ??= send()
      .catch(async (error: Error) => {
        if (!isTransient(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
        return send();
      })
      .then(
        (data) => {
          entry.asking = undefined;
          set(entry.queryKey, data);
          return data;
        },
        (error: Error) => {
          entry.asking = undefined;
          change(entry, { error, isPending: false });
          if (isApiError(error, "unauthenticated")) onUnauthenticated(cache);
          throw error;
        },
      );
    return entry.asking;
  };
  const askIfStale = (entry: Entry, query: Query<unknown>) => {
    const { data, error, dataUpdatedAt } = entry.result;
    const staleTime = typeof query.staleTime === "number" ? query.staleTime : DEFAULT_STALE_TIME;
    const isFresh = data !== undefined && !error && Date.now() - dataUpdatedAt < staleTime;
    return isFresh ? Promise.resolve(data) : ask(entry, query);
  };
  const askAgain = (entry: Entry) => {
    const watcher = [...entry.watchers].find(({ query }) => query.enabled !== false);
    return watcher && askIfStale(entry, watcher.query).catch(() => undefined);
  };

  const cache: AnswerCache = {
    getQueryData: <Data>(queryKey: QueryKey) =>
      client
        ? client.getQueryData<Data>(queryKey)
        : (find({ queryKey }).result.data as Data | undefined),
    setQueryData: (key, data) => (client ? client.setQueryData(key, data) : set(key, data)),
    async invalidateQueries({ queryKey, exact = false }) {
      if (client) return client.invalidateQueries({ queryKey, exact });
      const prefix = JSON.stringify(queryKey);
      const isMeant = (hash: string) =>
        hash === prefix || (!exact && hash.startsWith(`${prefix.slice(0, -1)},`));
      const invalid = [...entries].filter(([hash]) => isMeant(hash)).map(([, entry]) => entry);
      for (const entry of invalid) entry.result = { ...entry.result, dataUpdatedAt: 0 };
      await Promise.all(invalid.map(askAgain));
    },
  };

  const answers: FirstAnswers = {
    cache,
    set,
    ...cache,
    read: <Data>(query: Query<Data>) => find(query).result as QueryResult<Data>,
    watch(query, onChange) {
      const entry = find(query);
      const watcher = { query, onChange };
      entry.watchers.add(watcher);
      if (query.enabled !== false) askIfStale(entry, query).catch(() => undefined);
      return () => entry.watchers.delete(watcher);
    },
    fetchQuery: <Data>(query: Query<Data>) => askIfStale(find(query), query) as Promise<Data>,
    refresh() {
      if (!client) for (const entry of entries.values()) void askAgain(entry);
    },
    moveTo(newClient) {
      client = newClient;
      for (const { queryKey, result, asking } of entries.values()) {
        const { data, dataUpdatedAt: updatedAt } = result;
        if (data !== undefined) newClient.setQueryData(queryKey, data, { updatedAt });
        if (asking)
          void newClient.prefetchQuery({
            queryKey,
            queryFn: () => asking,
            retry: false,
            staleTime: 0,
          });
      }
    },
  };
  return answers;
}
