import { useLingui } from "@lingui/react/macro";
import { Component, useEffect, useState, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { StatusPage } from "./status-page.tsx";

/** Catches errors of a page, including code that can't be loaded because a new version was deployed. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <Failure />;
  }
}

function Failure() {
  const { t } = useLingui();
  const [isOffline] = useState(() => !navigator.onLine);
  useEffect(() => {
    if (!isOffline) return;
    const reload = () => location.reload();
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
  }, [isOffline]);
  if (isOffline)
    return (
      <StatusPage>
        <h1>{t`You’re offline.`}</h1>
        <p>{t`This page opens by itself when you’re connected again.`}</p>
      </StatusPage>
    );
  return (
    <StatusPage>
      <h1>{t`Something went wrong.`}</h1>
      <p>{t`Reload the page to try again. Your purchases and payments aren’t affected.`}</p>
      <Button onClick={() => location.reload()}>{t`Reload page`}</Button>
    </StatusPage>
  );
}
