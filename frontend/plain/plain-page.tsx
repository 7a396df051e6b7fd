import { PageHeading } from "../shell/page-heading.tsx";
import { StatusPage } from "../shell/status-page.tsx";
// What browsers load has no styles of this folder.
import styles from "../shell/status-page.module.css";
import type { View } from "./view.ts";

/** A page without scripts. */
export function PlainPage({ view }: { view: View }) {
  if ("page" in view) return view.page;
  const { title, body, art, below } = view;
  return (
    <>
      <StatusPage {...(art !== undefined && { art })}>
        <PageHeading>{title}</PageHeading>
        {body}
      </StatusPage>
      {below && <div className={styles.below}>{below}</div>}
    </>
  );
}
