/** Styles of invoices and receipts. */
export const documentStyle = `
.document { max-width: 640px; margin: 48px auto; padding: 32px; }
.document .soft { overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: start; padding: 10px 0; border-bottom: 1px solid var(--line); }
th.amount, td.amount { text-align: end; } tfoot tr:last-child > * { border: 0; font-weight: 650; }
@media (max-width: 700px) { .document { margin: 16px; padding: 24px; } }
@media print { body { background: none; } .document { border: 0; margin: 0; } }
`;
