import { OrderNumber } from "../billing/order-number.tsx";
import styles from "./library.module.css";
import type { LibraryEntry } from "./queries.ts";
import { SendAgain } from "./send-again.tsx";

/** The number of a purchase, and its email again. */
export function OrderLine({ entry }: { entry: LibraryEntry }) {
  if (entry.source === "gift" && !entry.canEmail) return null;
  return (
    <div className={styles.orderLine}>
      {entry.source !== "gift" && <OrderNumber id={entry.sourceId} />}
      {entry.canEmail && <SendAgain entry={entry} />}
    </div>
  );
}
