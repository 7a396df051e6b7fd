import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { BreakableName } from "../../ui/breakable-name.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ConsolePage, DescriptionList, DetailPage, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import shapes from "../frame/shapes.module.css";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { Badge } from "../frame/label.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { FindContract } from "./find-contract.tsx";
import { statementQuery, type Contract, type Statement } from "../statement-list/queries.ts";
import {
  describeDeadline,
  describeKind,
  describePart,
  describeProposal,
  explainProposal,
  statementStates,
} from "../statement-list/statement-copy.ts";

/** `/admin/statements/:id`: what a buyer declared, what it means, and the team's decision. */
export default function StatementPage() {
  return <DetailPage query={statementQuery} lines={8} Content={StatementDetails} />;
}

function StatementDetails({ data: statement }: { data: Statement }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const isAdmin = useIsAdmin();
  const { contractDetails: contract, proposal, state } = statement;
  const isOpen = state === "open";
  return (
    <ConsolePage
      title={describeKind(i18n, statement)}
      parent={{ href: consolePaths.statements, name: t`Withdrawals and cancellations` }}
      description={<Badge {...statementStates[state]} />}
    >
      <DescriptionList
        items={{
          [t`Received`]: formats.dateTime(statement.receivedAt),
          [t`Name`]: statement.name || null,
          [t`Email`]: statement.email ? <BreakableName name={statement.email} /> : null,
          [t`Contract, in the buyer’s words`]: statement.contract || null,
          [t`Reason`]: statement.reason,
          [t`Wished end`]: statement.wishedEnd && formats.date(Date.parse(statement.wishedEnd)),
          [t`Language`]: formats.language(statement.locale),
        }}
      />
      {!isOpen && <DecisionMade statement={statement} />}
      <PageSection title={t`Contract`}>
        {contract ? (
          <ContractDetails contract={contract} userId={statement.userId} />
        ) : (
          <p>{t`No order or subscription is known for this statement.`}</p>
        )}
        {isOpen && <FindContract statement={statement} />}
      </PageSection>
      {contract && proposal && (
        <PageSection title={t`What it means`}>
          <DescriptionList
            items={{
              [t`Deadline`]: describeDeadline(i18n, proposal),
              [t`Proposal`]: describeProposal(i18n, proposal, contract.currency),
              [t`Refund due by`]:
                proposal.amountMinor > 0 && statement.refundDueAt !== null
                  ? formats.date(statement.refundDueAt)
                  : null,
            }}
          />
          {contract.payments.length > 1 && proposal.amountMinor > 0 && (
            <ul className={shapes.lines}>
              {contract.payments.map((payment) => (
                <li key={payment.id}>{describePart(i18n, contract, proposal, payment)}</li>
              ))}
            </ul>
          )}
          <ul className={shapes.items}>
            {explainProposal(i18n, proposal).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p className={shapes.soft}>
            <Trans>This is a calculation by general rules, not legal advice. You decide.</Trans>
          </p>
        </PageSection>
      )}
      {isOpen && (
        <PageSection title={t`Decision`}>
          {isAdmin ? (
            <DecisionForm statement={statement} />
          ) : (
            <p>{t`An admin or the owner decides this statement.`}</p>
          )}
        </PageSection>
      )}
    </ConsolePage>
  );
}

function DecisionMade({ statement }: { statement: Statement }) {
  const formats = useFormats();
  const { t } = useLingui();
  const { state, decidedAt, decider, decisionSentAt, refundMinor, currency, note } = statement;
  const date = decidedAt === null ? "" : formats.dateTime(decidedAt);
  const by = decider ?? t`the shop`;
  return (
    <Notice
      tone="info"
      title={state === "accepted" ? t`Accepted by ${by}, ${date}` : t`Refused by ${by}, ${date}`}
    >
      {refundMinor !== null && currency !== null && (
        <p>{t`Refunded: ${formats.money(refundMinor, currency, "exact")}`}</p>
      )}
      {note !== null && <p>{note}</p>}
      {decisionSentAt !== null && (
        <p>{t`Emailed to the buyer: ${formats.dateTime(decisionSentAt)}`}</p>
      )}
    </Notice>
  );
}

function ContractDetails({ contract, userId }: { contract: Contract; userId: string | null }) {
  const formats = useFormats();
  const { t } = useLingui();
  const { type, id, product, quantity, benefits, currency, country } = contract;
  const money = (amountMinor: number) => formats.money(amountMinor, currency, "exact");
  const path = type === "order" ? consolePaths.order(id) : consolePaths.subscription(id);
  return (
    <DescriptionList
      items={{
        [type === "order" ? t`Order` : t`Subscription`]: (
          <Link href={path}>{quantity > 1 ? `${product} × ${quantity}` : product}</Link>
        ),
        [t`Customer`]: userId && (
          <Link href={consolePaths.customer(userId)}>{t`View customer`}</Link>
        ),
        [t`Bought`]: formats.date(contract.concludedAt),
        [t`Paid`]: money(contract.paidMinor),
        [t`Refunded`]: contract.refundedMinor > 0 ? money(contract.refundedMinor) : null,
        [t`Country`]: country === null ? t`Not known` : formats.country(country),
        [t`Includes`]: benefits.length > 0 && (
          <ul className={shapes.lines}>
            {benefits.map(({ id, name, kind }) => (
              <li key={id}>{kind === "content" ? t`${name} (content)` : t`${name} (service)`}</li>
            ))}
          </ul>
        ),
      }}
    />
  );
}
