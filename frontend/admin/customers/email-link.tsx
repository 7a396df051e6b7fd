import { BreakableName } from "../../ui/breakable-name.tsx";
import styles from "./customer-page.module.css";

/** An address that opens the member's own mail program. */
export const EmailLink = ({ email }: { email: string }) => (
  <a className={styles.email} href={`mailto:${email}`}>
    <BreakableName name={email} />
  </a>
);
