import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./benefit-list.module.css";
import type { LibraryEntry } from "./queries.ts";

/** What is in something that is owned. A link opens in its own tab; where the address is unsafe it is only named. */
export function BenefitList({ benefits }: { benefits: LibraryEntry["benefits"] }) {
  return (
    <ul className={styles.benefits}>
      {benefits.map((benefit) => (
        <li key={benefit.id}>
          {benefit.url && isWebAddress(benefit.url) ? (
            <a href={benefit.url} target="_blank" rel="noopener noreferrer">
              <span>{benefit.name}</span>
              <span aria-hidden="true" className={styles.open}>
                Open
              </span>
              <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
            </a>
          ) : (
            <p>{benefit.name}</p>
          )}
          {benefit.note && <p className={styles.note}>{benefit.note}</p>}
        </li>
      ))}
    </ul>
  );
}

function isWebAddress(url: string) {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? "");
}
