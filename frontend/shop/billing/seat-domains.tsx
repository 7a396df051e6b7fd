import { useLingui } from "@lingui/react/macro";
import { useRef, useState, type FormEvent } from "react";
import { flushSync } from "react-dom";
import { MOST_SEAT_DOMAINS } from "../../../worker/shared/seat-limits.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import rows from "../../ui/row-list.module.css";
import shapes from "../../ui/shapes.module.css";
import { Time } from "../../ui/time.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Section } from "../account/section.tsx";
import styles from "./seat-domains.module.css";
import { seatChanges, useSeatChange, type SeatDomain, type Seats } from "./seat-queries.ts";

/** The email domains whose users take free seats by themselves, and the records that prove them. */
export function SeatDomains({ seats }: { seats: Seats }) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Section
      title={t`Give seats to an email domain`}
      description={t`Whoever signs in with an address of your organization takes a free seat with one click. A record in the DNS proves that the domain is yours.`}
      headingRef={heading}
    >
      {seats.domains.length > 0 && (
        <ul className={rows.rows}>
          {seats.domains.map((domain) => (
            <Domain
              key={domain.domain}
              domain={domain}
              seats={seats}
              onRemoved={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      {seats.isActive && seats.domains.length < MOST_SEAT_DOMAINS && <AddDomain seats={seats} />}
    </Section>
  );
}

function Domain({
  domain: { domain, record, checkedAt, ...state },
  seats,
  onRemoved,
}: {
  domain: SeatDomain;
  seats: Seats;
  onRemoved: () => void;
}) {
  const { t } = useLingui();
  const check = useSeatChange(seats.id, seatChanges.checkDomain(seats.id));
  const remove = useSeatChange(seats.id, seatChanges.removeDomain(seats.id));
  const error = check.error ?? remove.error;
  const { name, value } = record;
  return (
    <li>
      <div className={rows.main}>
        <p className={rows.name}>{domain}</p>
        <output className={rows.detail}>
          <DomainState {...state} />
          {checkedAt !== null && (
            <>
              {" "}
              {t`Last checked:`} <Time at={checkedAt} />
            </>
          )}
        </output>
        <p className={styles.record}>
          {t`Name of the TXT record:`} <code>{name}</code>{" "}
          <CopyButton text={name} label={t`Copy the name of the record of ${domain}`} />
        </p>
        <p className={styles.record}>
          {t`Value:`} <code>{value}</code>{" "}
          <CopyButton text={value} label={t`Copy the value of the record of ${domain}`} />
        </p>
        {error && <ErrorNotice error={error} />}
        <div className={shapes.buttons}>
          <Button busy={check.isPending} onClick={() => check.mutate(domain)}>
            {check.isPending ? t`Checking…` : t`Check now`}{" "}
            <VisuallyHidden>{domain}</VisuallyHidden>
          </Button>
          <Button
            kind="plain"
            busy={remove.isPending}
            onClick={() => remove.mutate(domain, { onSuccess: () => flushSync(onRemoved) })}
          >
            {t`Remove domain`} <VisuallyHidden>{domain}</VisuallyHidden>
          </Button>
        </div>
      </div>
    </li>
  );
}

function DomainState({ state, answer }: Pick<SeatDomain, "state" | "answer">) {
  const { t } = useLingui();
  if (state === "proven")
    return t`The domain is proven, and its free seats are offered. Keep the record: it is checked every day.`;
  if (state === "lost")
    return t`The record is gone, so no seats are offered. Whoever has one keeps it.`;
  if (answer === "other")
    return t`The name has a TXT record, but with another value. Check it for typos.`;
  if (answer === "missing")
    return t`The record wasn’t found. It can take up to an hour until a new record is visible.`;
  return t`Add this TXT record to the DNS of the domain. Then check it.`;
}

function AddDomain({ seats }: { seats: Seats }) {
  const { t } = useLingui();
  const [domain, setDomain] = useState("");
  const add = useSeatChange(seats.id, seatChanges.addDomain(seats.id));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = domain.trim();
    if (!add.isPending && name !== "") add.mutate(name, { onSuccess: () => setDomain("") });
  };
  return (
    <form className={shapes.stack} onSubmit={submit}>
      <TextField
        label={t`Domain`}
        hint={t`What follows the @ in the addresses of your organization.`}
        required
        maxLength={230}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        value={domain}
        onChange={({ target }) => setDomain(target.value)}
      />
      {add.isError && <ErrorNotice error={add.error} />}
      <div>
        <Button type="submit" busy={add.isPending}>
          {t`Add domain`}
        </Button>
      </div>
    </form>
  );
}
