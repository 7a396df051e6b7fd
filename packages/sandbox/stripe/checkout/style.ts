/** Styles that only the checkout page needs. */
export const checkoutStyle = `
.checkout { max-width: 1040px; margin: 0 auto; padding: 24px 16px 48px; display: grid; gap: 24px; }
.checkout > header { display: flex; gap: 12px; justify-content: space-between; align-items: center; }
.heading { font-size: 1.0625rem; font-weight: 550; } .total { font-weight: 650; } .grow { flex: 1; min-width: 0; } .block { display: block; }
.wrap { overflow-wrap: anywhere; } .name { font-weight: 600; overflow-wrap: anywhere; }
.line { display: flex; gap: 14px; } .line img { border-radius: 10px; object-fit: cover; background: var(--line); }
.check { display: flex; gap: 10px; font-weight: 400; } .check input { width: 20px; height: 20px; flex: none; accent-color: var(--accent); }
.debit-fields, .debit-only { display: none; }
form:has([value=sepa_debit]:checked) :is(.card-fields, .card-only) { display: none; }
form:has([value=sepa_debit]:checked) .debit-fields { display: grid; }
form:has([value=sepa_debit]:checked) .debit-only { display: inline; }
.promotion { display: flex; gap: 10px; align-items: flex-end; flex-wrap: wrap; } .promotion > div { flex: 1 1 160px; } .promotion button { padding: 11px 16px; }
@media (min-width: 860px) {
  .checkout { padding-top: 48px; gap: 32px 64px; grid-template: "top top" auto "what form" auto "cards form" 1fr / 1fr 420px; }
  .checkout > header { grid-area: top; } .checkout > section { grid-area: what; } .checkout > form { grid-area: form; align-self: start; } .chooser { grid-area: cards; align-self: start; }
}
`;
