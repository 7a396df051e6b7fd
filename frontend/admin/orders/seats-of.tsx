import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { api, read } from "../../http/client.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { parseEmails } from "../../shop/billing/parse-emails.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field/fields.tsx";
import shapes from "../../ui/shapes.module.css";
import { Time } from "../../ui/time.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { Table, type Column } from "../list/table.tsx";
import { seatsOfQuery, type SeatsOf as Seats } from "./queries.ts";

type Row = {
  id: string;
  who: string;
  email: string | null;
  at: number;
  state: "invited" | "taken" | "manager";
  /** The email domain by which they took the seat. */
  domain: string | null;
};

const states = {
  invited: msg`Invited`,
  taken: msg`Has a seat`,
  manager: msg`Has a seat and manages the others`,
};

const domainStates = {
  waiting: msg`not proven`,
  proven: msg`proven`,
  lost: msg`proof gone`,
};

const columns: Column<Row & { onEnd: () => void }>[] = [
  { name: msg`Who`, cell: ({ who }) => who },
  { name: msg`Email`, cell: ({ email }) => email },
  {
    name: msg`State`,
    cell: ({ state, domain }, { i18n }) =>
      i18n._(states[state]) + (domain === null ? "" : ` (${domain})`),
  },
  { name: msg`Since`, cell: ({ at }) => <Time at={at} /> },
  { name: msg`Action`, cell: ({ who, onEnd }) => <EndButton name={who} onEnd={onEnd} /> },
];

function EndButton({ name, onEnd }: { name: string; onEnd: () => void }) {
  const { t } = useLingui();
  return (
    <Button kind="plain" aria-label={t`End the seat of ${name}`} onClick={onEnd}>
      {t`End seat`}
    </Button>
  );
}

/** Who has the seats of an order or subscription. Nothing for a purchase of one seat. */
export function SeatsOf({ id, quantity }: { id: string; quantity: number }) {
  const { t } = useLingui();
  const query = useQuery({ ...seatsOfQuery(id), enabled: quantity > 1 });
  if (quantity <= 1) return null;
  return (
    <PageSection title={t`Seats`}>
      <QueryBoundary query={query} lines={2}>
        {(seats) => <SeatTable seats={seats} />}
      </QueryBoundary>
    </PageSection>
  );
}

function SeatTable({ seats }: { seats: Seats }) {
  const { t, i18n } = useLingui();
  const [ended, setEnded] = useState<Row>();
  const { used, quantity: bought } = seats;
  const rows: Row[] = [
    ...seats.invited.map(({ id, email, createdAt: at }) => ({
      id,
      who: email ?? "",
      email,
      at,
      state: "invited" as const,
      domain: null,
    })),
    ...seats.taken.map(({ id, name, email, takenAt: at, managesSeats, domain }) => ({
      id,
      who: name ?? email ?? "",
      email,
      at,
      state: managesSeats ? ("manager" as const) : ("taken" as const),
      domain,
    })),
  ];
  const remove = useMutation({
    mutationFn: (seatId: string) =>
      read(api.admin.seats[":id"][":seatId"].$delete({ param: { id: seats.id, seatId } })),
    onSuccess: (after, _input, _result, { client }) => {
      client.setQueryData(seatsOfQuery(seats.id).queryKey, after);
      setEnded(undefined);
    },
  });
  const who = ended?.who ?? "";
  return (
    <div className={shapes.stack}>
      <p>
        {t`${used} of ${bought} seats used.`}{" "}
        {!seats.keepsOwn && t`The customer gave up their own seat.`}
      </p>
      {seats.domains.length > 0 && (
        <p>
          {t`Email domains that may take free seats:`}{" "}
          {seats.domains
            .map(({ domain, state }) => `${domain} (${i18n._(domainStates[state])})`)
            .join(", ")}
        </p>
      )}
      {rows.length > 0 && (
        <Table
          label={t`Seats`}
          columns={columns}
          rows={rows.map((row) => ({ ...row, onEnd: () => setEnded(row) }))}
        />
      )}
      {seats.isActive && used < bought && <GiveForm seats={seats} />}
      {ended && (
        <ConfirmDialog
          title={t`End the seat of ${who}?`}
          text={t`Access ends immediately, and the customer can give the seat to somebody else.`}
          cancelLabel={t`Cancel`}
          confirmLabel={t`End seat`}
          kind="danger"
          busy={remove.isPending}
          busyLabel={t`Ending…`}
          error={remove.error}
          onConfirm={() => remove.mutate(ended.id)}
          onClose={() => {
            setEnded(undefined);
            remove.reset();
          }}
        />
      )}
    </div>
  );
}

function GiveForm({ seats }: { seats: Seats }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const give = useMutation({
    mutationFn: (emails: string[]) =>
      read(api.admin.seats[":id"].$post({ param: { id: seats.id }, json: { emails } })),
    onSuccess: (after, _input, _result, { client }) => {
      client.setQueryData(seatsOfQuery(seats.id).queryKey, after);
      setText("");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const emails = parseEmails(text);
    if (!give.isPending && emails.length > 0) give.mutate(emails);
  };
  return (
    <form className={shapes.stack} onSubmit={submit}>
      <TextArea
        label={t`Invite people to seats`}
        hint={t`One email address or many. Each gets an email in the customer’s name.`}
        required
        rows={2}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {give.isError && <ErrorNotice error={give.error} />}
      <div>
        <Button type="submit" busy={give.isPending}>{t`Invite`}</Button>
      </div>
    </form>
  );
}
