import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Fragment } from "react";
import type { StatementValues } from "../../worker/render/plain-content.ts";
import { statementLimits } from "../../worker/shared/statement-limits.ts";
import { formatsOf } from "../i18n/formats-of.ts";
import { paths } from "../paths.ts";
import signIn from "../shop/sign-in/sign-in.module.css";
import { Button } from "../ui/button.tsx";
import { SelectField, TextArea, TextField } from "../ui/field/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { GoToShop } from "./links.tsx";
import type { ContentOf, View } from "./view.ts";

type Content = ContentOf<"statement">;
type Step<Name extends Content["step"]> = Extract<Content, { step: Name }>;

/** Withdrawing from a contract, or canceling one: what is entered, what it declares, and that it was received. */
export function showStatement(i18n: I18n, content: Content): View {
  switch (content.step) {
    case "enter":
      return showForm(i18n, content);
    case "confirm":
      return showConfirmation(i18n, content);
    case "done":
      return showReceived(i18n, content);
  }
}

function showForm(i18n: I18n, { of, values, errors }: Step<"enter">): View {
  const isWithdrawal = of === "withdrawal";
  const missing = i18n._(msg`Check this field.`);
  const field = (name: keyof StatementValues) => ({
    name,
    defaultValue: values[name],
    error: errors.includes(name) ? missing : undefined,
  });
  return {
    title: isWithdrawal
      ? i18n._(msg`Withdraw from a contract`)
      : i18n._(msg`Cancel a contract here`),
    body: (
      <>
        <p>{i18n._(msg`You don’t need an account. You confirm on the next page.`)}</p>
        {errors.length > 0 && (
          <Notice tone="error" title={i18n._(msg`Check the highlighted fields.`)} />
        )}
        <div className={signIn.providers}>
          <form method="post" action={pathOf(of)} className={signIn.email} noValidate>
            <TextField
              {...field("name")}
              label={i18n._(msg`Your name`)}
              type="text"
              autoComplete="name"
              maxLength={statementLimits.name}
              required
            />
            <TextField
              {...field("contract")}
              label={i18n._(msg`Contract`)}
              type="text"
              hint={i18n._(msg`The order number from your email, or what you remember.`)}
              autoComplete="off"
              maxLength={statementLimits.contract}
              required
            />
            <TextField
              {...field("email")}
              label={i18n._(msg`Email`)}
              hint={i18n._(msg`We send the receipt to this address.`)}
              type="email"
              autoComplete="email"
              maxLength={statementLimits.email}
              required
            />
            {!isWithdrawal && (
              <>
                <SelectField
                  {...field("cause")}
                  label={i18n._(msg`Type of cancellation`)}
                  options={[
                    { value: "ordinary", label: nameCause(i18n, "ordinary") },
                    { value: "for_cause", label: nameCause(i18n, "for_cause") },
                  ]}
                />
                <TextArea
                  {...field("reason")}
                  label={i18n._(msg`Reason, if for cause`)}
                  rows={2}
                  maxLength={statementLimits.reason}
                />
                <TextField
                  {...field("wishedEnd")}
                  label={i18n._(msg`End on`)}
                  hint={i18n._(msg`Leave blank for the next possible date.`)}
                  type="date"
                />
              </>
            )}
            <Button type="submit" kind="primary" name="step" value="review">
              {i18n._(msg`Continue`)}
            </Button>
          </form>
        </div>
      </>
    ),
  };
}

/** Names exactly what the button declares. Nothing is declared before it is pressed. */
function showConfirmation(i18n: I18n, { of, values, id }: Step<"confirm">): View {
  return {
    title: i18n._(msg`Check what you declare`),
    body: (
      <>
        <p>{declarationOf(i18n, of, values)}</p>
        <Facts rows={listValues(i18n, of, values)} />
        <div className={signIn.providers}>
          <form method="post" action={pathOf(of)} className={signIn.email}>
            {Object.entries(values).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <input type="hidden" name="id" value={id} />
            <Button type="submit" kind="primary" name="step" value="declare">
              {of === "withdrawal"
                ? i18n._(
                    msg({
                      message: `Confirm withdrawal`,
                      comment: "Button. German law requires “Widerruf bestätigen”.",
                    }),
                  )
                : i18n._(
                    msg({
                      message: `Cancel now`,
                      comment:
                        "Button. German law requires “jetzt kündigen”, French law “Notification de la résiliation”.",
                    }),
                  )}
            </Button>
            <Button type="submit" kind="plain" name="step" value="edit">
              {i18n._(msg`Change`)}
            </Button>
          </form>
        </div>
      </>
    ),
  };
}

/** The receipt as a page, which can be printed. */
function showReceived(i18n: I18n, { of, values, id, receivedAt, isEmailed }: Step<"done">): View {
  return {
    title:
      of === "withdrawal"
        ? i18n._(msg`We have received your withdrawal`)
        : i18n._(msg`We have received your cancellation`),
    body: (
      <>
        <p>{declarationOf(i18n, of, values)}</p>
        <Facts
          rows={[
            [
              i18n._(msg({ message: `Received`, comment: "Label of a date and time" })),
              formatsOf(i18n).dateTimeWithZone(receivedAt),
            ],
            ...listValues(i18n, of, values),
            [i18n._(msg`Reference`), id],
          ]}
        />
        <p>
          {isEmailed
            ? i18n._(msg`We’re emailing you a receipt. You can also print or save this page.`)
            : i18n._(msg`Print or save this page as your receipt.`)}
        </p>
        <GoToShop />
      </>
    ),
  };
}

const pathOf = (of: Content["of"]) => (of === "withdrawal" ? paths.withdraw : paths.cancel);

function declarationOf(i18n: I18n, of: Content["of"], { cause }: StatementValues): string {
  if (of === "withdrawal") return i18n._(msg`I withdraw from this contract.`);
  return cause === "for_cause"
    ? i18n._(msg`I cancel this contract for cause.`)
    : i18n._(msg`I cancel this contract.`);
}

function nameCause(i18n: I18n, cause: "ordinary" | "for_cause"): string {
  return cause === "ordinary"
    ? i18n._(msg({ message: `Ordinary`, comment: "Type of cancellation: with the usual notice" }))
    : i18n._(msg({ message: `For cause`, comment: "Type of cancellation: for a good reason" }));
}

/** What was entered, with its labels. */
function listValues(
  i18n: I18n,
  of: Content["of"],
  { name, contract, email, cause, reason, wishedEnd }: StatementValues,
): [string, string][] {
  const rows: [string, string][] = [
    [i18n._(msg`Your name`), name],
    [i18n._(msg`Contract`), contract],
    [i18n._(msg`Email`), email],
  ];
  if (of === "withdrawal") return rows;
  return [
    ...rows,
    ...(cause === "for_cause" && reason
      ? [[i18n._(msg`Reason`), reason] satisfies [string, string]]
      : []),
    [
      i18n._(msg`End on`),
      wishedEnd === ""
        ? i18n._(msg`The next possible date`)
        : formatsOf(i18n).date(Date.parse(wishedEnd)),
    ],
  ];
}

function Facts({ rows }: { rows: [string, string][] }) {
  return (
    <dl>
      {rows.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd className={signIn.address}>
            <strong dir="auto">{value}</strong>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
