import { Time } from "../../ui/time.tsx";
import rows from "../../ui/row-list.module.css";
import type { Identity } from "./queries.ts";

/** The accounts elsewhere that open this one. */
export function Identities({ identities }: { identities: Identity[] }) {
  return (
    <ul className={rows.rows}>
      {identities.map((identity) => (
        <li key={identity.id}>
          <div className={rows.main}>
            <p className={rows.name}>{identity.providerName}</p>
            <p className={rows.detail}>
              Linked on <Time at={identity.createdAt} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
