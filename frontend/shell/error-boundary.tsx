import { Component, type ReactNode } from "react";
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
    return (
      <StatusPage>
        <h1>This page stumbled.</h1>
        <p>Loading it again usually helps. What you own and what you paid are not affected.</p>
        <Button onClick={() => location.reload()}>Load again</Button>
      </StatusPage>
    );
  }
}
