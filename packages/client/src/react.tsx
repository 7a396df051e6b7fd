"use client";
import {
  createContext,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { createEntitlementStore, type EntitlementStore } from "./react/entitlement-store.ts";

const StoreContext = createContext<EntitlementStore | null>(null);

/**
 * Gives the components in it what the signed-in customer may use. Use a new `key` when somebody else signs in.
 * @param props.getToken asks your server for a new entitlement token. Null if nobody is signed in. If it rejects, it is
 * called again every 30 seconds
 * @param props.initialToken a token that your server rendered into the page, so that nothing flickers
 */
export function EntitlementsProvider(props: {
  getToken: () => Promise<string | null>;
  initialToken?: string;
  children: ReactNode;
}): ReactNode {
  const [store] = useState(() => createEntitlementStore(props.getToken, props.initialToken));
  return <StoreContext.Provider value={store}>{props.children}</StoreContext.Provider>;
}

/** What the customer may do with one feature. */
export type FeatureState = {
  allowed: boolean;
  /** How much of it; null means no limit, 0 without access. */
  limit: number | null;
  /** Whether the first token is still on its way. */
  isLoading: boolean;
  /** Asks for a new token now, for example after a purchase. */
  refresh: () => Promise<void>;
};

/** Says whether the customer may use a feature. Without a valid token, nothing is allowed. */
export function useFeature(feature: string): FeatureState {
  const store = useContext(StoreContext);
  if (!store) throw new Error("useFeature needs an <EntitlementsProvider> around it");
  const { features, status } = useSyncExternalStore(
    store.subscribe,
    store.getSnapshot,
    store.getSnapshot,
  );
  return useMemo(() => {
    const allowed = Object.hasOwn(features, feature);
    const limit = allowed ? features[feature]! : 0;
    return { allowed, limit, isLoading: status === "loading", refresh: store.refresh };
  }, [features, feature, status, store]);
}

/** Shows its children if the customer may use the feature, else the fallback. While loading it shows neither. */
export function Gate(props: {
  feature: string;
  fallback?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { allowed, isLoading } = useFeature(props.feature);
  if (isLoading) return null;
  return allowed ? props.children : props.fallback;
}
