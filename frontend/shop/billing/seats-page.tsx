import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type FormEvent, type RefObject } from "react";
import { flushSync } from "react-dom";
import { Link, useParams } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { isMissing } from "../../http/errors.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { CheckField, TextArea, TextField } from "../../ui/field/fields.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import rows from "../../ui/row-list.module.css";
import shapes from "../../ui/shapes.module.css";
import { Time } from "../../ui/time.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { AccountLayout } from "../account/account-layout.tsx";
import { Section } from "../account/section.tsx";
import { SeatDomains } from "./seat-domains.tsx";
import { parseEmails } from "./parse-emails.ts";
import {
  seatChanges,
  seatsQuery,
  useGiveSeats,
  useSeatChange,
  useSendAgain,
  type InvitedSeat,
  type Seats,
  type TakenSeat,
} from "./seat-queries.ts";

/** `/account/seats/:id`: who has the seats of an order or subscription. */
export default function SeatsPage() {
  const { t } = useLingui();
  const { id = "" } = useParams();
  const query = useQuery(seatsQuery(id));
  if (isMissing(query.error)) return <NotFound />;
  return (
    <AccountLayout title={t`Seats`}>
      <QueryBoundary query={query} lines={4} level="page">
        {(seats) => <SeatSections seats={seats} />}
      </QueryBoundary>
    </AccountLayout>
  );
}

function SeatSections({ seats }: { seats: Seats }) {
  const { t } = useLingui();
  const { number } = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  const [used, bought] = [number(seats.used), number(seats.quantity)];
  return (
    <>
      <Section title={seats.product.name} description={t`${used} of ${bought} seats used.`}>
        {seats.isManager ? (
          <p>{t`You manage these seats. Whoever bought them pays for them and chooses the managers.`}</p>
        ) : (
          <p>
            <Link href={paths.billingRow(seats.id)}>{t`View in billing`}</Link>
          </p>
        )}
        {!seats.isActive && (
          <Notice
            tone="info"
            title={t`These seats give no access now.`}
            text={t`Billing says why. Seats can be given again once it is active.`}
          />
        )}
        {!seats.isManager && <OwnSeat seats={seats} />}
      </Section>
      <Section
        title={t`Who has a seat`}
        description={t`You can take a seat back and give it to somebody else.`}
        headingRef={heading}
      >
        <SeatList seats={seats} headingRef={heading} />
        <BlockedSeats seats={seats} />
      </Section>
      {seats.isActive && (
        <>
          <Section
            title={t`Give seats by email`}
            description={t`Each person signs in to accept, with any account. An invitation uses a seat for up to 30 days.`}
          >
            <GiveForm seats={seats} />
          </Section>
          <Section
            title={t`Give seats by link`}
            description={t`Whoever opens the link and signs in gets a seat. It works for 30 days.`}
          >
            <SeatLink key={seats.used} seats={seats} />
          </Section>
        </>
      )}
      {(seats.isActive || seats.domains.length > 0) && <SeatDomains seats={seats} />}
    </>
  );
}

/** Says when seats that were given back can be given again, if the seller has them wait. */
function BlockedSeats({ seats: { blocked } }: { seats: Seats }) {
  const { t } = useLingui();
  const { dateTime } = useFormats();
  if (blocked.freeAt === null) return null;
  const time = dateTime(blocked.freeAt);
  return (
    <p>
      {t`${plural(blocked.count, {
        one: `# seat that was given back can be given again on ${time}.`,
        other: `# seats that were given back can be given again, the first on ${time}.`,
      })}`}
    </p>
  );
}

function OwnSeat({ seats }: { seats: Seats }) {
  const { t } = useLingui();
  const change = useSeatChange(seats.id, seatChanges.setOwn(seats.id));
  return (
    <>
      <p>
        {seats.keepsOwn
          ? t`One seat is yours. If you don’t use the product yourself, give it up for somebody else.`
          : t`You gave up your own seat, so you have no access yourself.`}
      </p>
      {change.isError && <ErrorNotice error={change.error} />}
      <div>
        <Button busy={change.isPending} onClick={() => change.mutate(!seats.keepsOwn)}>
          {seats.keepsOwn ? t`Give up your own seat` : t`Take a seat back`}
        </Button>
      </div>
    </>
  );
}

function SeatList({
  seats,
  headingRef,
}: {
  seats: Seats;
  /** Receives focus when the row of the pressed button is removed. */
  headingRef: RefObject<HTMLHeadingElement | null>;
}) {
  const { t } = useLingui();
  const [removed, setRemoved] = useState<{ id: string; name: string; isTaken: boolean }>();
  const change = useSeatChange(seats.id, seatChanges.remove(seats.id));
  const close = () => {
    setRemoved(undefined);
    change.reset();
  };
  const confirm = () =>
    removed &&
    change.mutate(removed.id, {
      onSuccess: () => {
        // Focus cannot leave an open dialog.
        flushSync(() => setRemoved(undefined));
        headingRef.current?.focus();
      },
    });
  const name = removed?.name ?? "";
  if (seats.taken.length + seats.invited.length === 0)
    return <p>{t`You haven’t given a seat to anybody yet.`}</p>;
  return (
    <>
      <ul className={rows.rows}>
        {seats.invited.map((seat) => (
          <Invited
            key={seat.id}
            seat={seat}
            seats={seats}
            onRemove={() => setRemoved({ id: seat.id, name: seat.email ?? "", isTaken: false })}
          />
        ))}
        {seats.taken.map((seat) => (
          <Taken
            key={seat.id}
            seat={seat}
            seats={seats}
            onRemove={() => setRemoved({ id: seat.id, name: nameOf(seat), isTaken: true })}
          />
        ))}
      </ul>
      {removed && (
        <ConfirmDialog
          title={removed.isTaken ? t`Take back this seat?` : t`Take back this invitation?`}
          text={
            removed.isTaken
              ? t`${name} loses access immediately and gets an email about it.`
              : t`The invitation of ${name} stops working.`
          }
          cancelLabel={t`Cancel`}
          confirmLabel={t`Take back`}
          kind="danger"
          busy={change.isPending}
          busyLabel={t`Taking back…`}
          error={change.error}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </>
  );
}

const nameOf = ({ name, email }: TakenSeat) => name ?? email ?? "";

function Taken({ seat, seats, onRemove }: { seat: TakenSeat; seats: Seats; onRemove: () => void }) {
  const { t } = useLingui();
  const { domain } = seat;
  return (
    <li>
      <div className={rows.main}>
        <p className={rows.name}>{nameOf(seat)}</p>
        <p className={rows.detail}>
          {seat.name !== null && seat.email !== null && (
            <>
              {seat.email}
              {"\u00a0· "}
            </>
          )}
          <Trans>
            since <Time at={seat.takenAt} />
          </Trans>
        </p>
        {domain !== null && (
          <p className={rows.detail}>{t`Took the seat by the domain ${domain}.`}</p>
        )}
        <Manager seat={seat} name={nameOf(seat)} seats={seats} />
      </div>
      <RemoveButton seat={seat} name={nameOf(seat)} seats={seats} onRemove={onRemove} />
    </li>
  );
}

/** Whether somebody manages the seats, and the way to change it for the buyer. */
function Manager({
  seat: { id, managesSeats },
  name,
  seats,
}: {
  seat: Pick<TakenSeat, "id" | "managesSeats">;
  name: string;
  seats: Seats;
}) {
  const { t } = useLingui();
  const change = useSeatChange(seats.id, seatChanges.setManager(seats.id));
  const toggle = () => change.mutate({ seatId: id, managesSeats: !managesSeats });
  return (
    <>
      {managesSeats && <p className={rows.detail}>{t`Manager: gives and takes back seats.`}</p>}
      {change.isError && <ErrorNotice error={change.error} />}
      {!seats.isManager && (
        <div>
          <Button kind="plain" busy={change.isPending} onClick={toggle}>
            {managesSeats ? t`Remove as manager` : t`Make manager`}{" "}
            <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        </div>
      )}
    </>
  );
}

/** Nothing for a manager where the seat is a manager's: the buyer takes it back, or its user gives it up. */
function RemoveButton({
  seat,
  name,
  seats,
  onRemove,
}: {
  seat: Pick<TakenSeat, "managesSeats">;
  name: string;
  seats: Seats;
  onRemove: () => void;
}) {
  if (seats.isManager && seat.managesSeats) return null;
  return (
    <Button kind="plain" onClick={onRemove}>
      <Trans>
        Take back <VisuallyHidden>{name}</VisuallyHidden>
      </Trans>
    </Button>
  );
}

function Invited({
  seat,
  seats,
  onRemove,
}: {
  seat: InvitedSeat;
  seats: Seats;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const sendAgain = useSendAgain(seats.id);
  const { date } = useFormats();
  const until = date(seat.expiresAt);
  const name = seat.email ?? "";
  return (
    <li>
      <div className={rows.main}>
        <p className={rows.name}>{name}</p>
        <p className={rows.detail}>
          {t`Invited. The invitation can be accepted until ${until}.`} <EmailState seat={seat} />
        </p>
        {sendAgain.isError && <ErrorNotice error={sendAgain.error} />}
        <div className={shapes.buttons}>
          {seat.url !== null && (
            <CopyButton text={seat.url} label={t`Copy link for ${name}`}>{t`Copy link`}</CopyButton>
          )}
          {seats.canEmail && !(seats.isManager && seat.managesSeats) && (
            <Button
              kind="plain"
              busy={sendAgain.isPending}
              onClick={() => sendAgain.mutate(seat.id)}
            >
              {seat.emailSentAt === null && !seat.isEmailDue ? (
                <Trans>
                  Send email <VisuallyHidden>{name}</VisuallyHidden>
                </Trans>
              ) : (
                <Trans>
                  Send email again <VisuallyHidden>{name}</VisuallyHidden>
                </Trans>
              )}
            </Button>
          )}
        </div>
        <Manager seat={seat} name={name} seats={seats} />
      </div>
      <RemoveButton seat={seat} name={name} seats={seats} onRemove={onRemove} />
    </li>
  );
}

function EmailState({ seat: { emailProblem, emailSentAt, isEmailDue } }: { seat: InvitedSeat }) {
  const { t } = useLingui();
  if (emailProblem !== null) return t`The email didn’t arrive.`;
  if (isEmailDue) return t`The email is being sent.`;
  return emailSentAt === null ? t`Not emailed.` : t`Emailed.`;
}

function GiveForm({ seats }: { seats: Seats }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const [sendEmail, setSendEmail] = useState(seats.canEmail);
  const [asManagers, setAsManagers] = useState(false);
  const give = useGiveSeats(seats.id);
  const emails = parseEmails(text);
  const free = seats.quantity - seats.used;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (give.isPending || emails.length === 0) return;
    give.mutate(
      { emails, sendEmail, asManagers },
      {
        onSuccess: () => {
          setText("");
          setAsManagers(false);
        },
      },
    );
  };
  if (free <= 0)
    return (
      <p>
        {seats.isManager
          ? t`All seats are used. Take one back to give it to somebody else.`
          : t`All seats are used. Take one back, or buy more in billing.`}
      </p>
    );
  const invited = give.data?.ids.length ?? 0;
  const leftOut = give.data?.leftOut.join(", ") ?? "";
  return (
    <form className={shapes.stack} onSubmit={submit}>
      <TextArea
        label={t`Email addresses`}
        hint={
          <Plural
            value={free}
            one="One or many, in any form. # seat is free."
            other="One or many, in any form. # seats are free."
          />
        }
        required
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {seats.canEmail && (
        <CheckField
          label={t`Email an invitation to each of them`}
          hint={t`Otherwise, copy each link and send it yourself.`}
          checked={sendEmail}
          onChange={({ target }) => setSendEmail(target.checked)}
        />
      )}
      {!seats.isManager && (
        <CheckField
          label={t`Make them managers`}
          hint={t`Managers give and take back seats. They can’t pay, cancel or change the number of seats.`}
          checked={asManagers}
          onChange={({ target }) => setAsManagers(target.checked)}
        />
      )}
      {give.isError && <ErrorNotice error={give.error} />}
      <output>
        {give.data && (
          <p>
            <Plural
              value={invited}
              _0="Nobody was invited."
              one="# person was invited."
              other="# people were invited."
            />{" "}
            {leftOut !== "" && t`Already invited or with a seat: ${leftOut}.`}
          </p>
        )}
      </output>
      <div className={shapes.buttons}>
        <Button type="submit" kind="primary" busy={give.isPending}>
          {t`Give seats`}
        </Button>
        <FileButton
          accept=".csv,.txt,text/csv,text/plain"
          onChoose={([file]) =>
            void file?.text().then((content) => setText(parseEmails(content).join("\n")))
          }
        >
          {t`Read a CSV file`}
        </FileButton>
      </div>
    </form>
  );
}

function SeatLink({ seats }: { seats: Seats }) {
  const { t } = useLingui();
  const { date } = useFormats();
  const free = Math.max(1, seats.quantity - seats.used);
  const [limit, setLimit] = useState(String(free));
  const make = useSeatChange(seats.id, seatChanges.setLink(seats.id));
  const remove = useSeatChange(seats.id, seatChanges.removeLink(seats.id));
  const { link } = seats;
  const error = make.error ?? remove.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!make.isPending) make.mutate(Number(limit));
  };
  if (link) {
    const [given, most, until] = [link.used, link.limit, date(link.expiresAt)];
    return (
      <>
        <p>{t`The link has given ${given} of ${most} seats. It works until ${until}.`}</p>
        {error && <ErrorNotice error={error} />}
        <div className={shapes.buttons}>
          {link.url !== null && <CopyButton text={link.url}>{t`Copy link`}</CopyButton>}
          <Button kind="plain" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            {t`Turn off link`}
          </Button>
        </div>
      </>
    );
  }
  return (
    <form className={shapes.stack} onSubmit={submit}>
      <TextField
        label={t`How many seats it may give`}
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={999}
        value={limit}
        onChange={({ target }) => setLimit(target.value)}
      />
      {error && <ErrorNotice error={error} />}
      <div>
        <Button type="submit" busy={make.isPending}>
          {t`Make a link`}
        </Button>
      </div>
    </form>
  );
}
