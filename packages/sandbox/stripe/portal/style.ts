/** Styles used only by the portal. */
export const portalStyle = `
.portal { max-width: 760px; margin: 0 auto; padding: 32px 16px 64px; display: grid; gap: 24px; grid-template-columns: minmax(0, 1fr); }
.portal > header { display: flex; gap: 12px; justify-content: space-between; align-items: center; flex-wrap: wrap; }
.portal h1 { overflow-wrap: anywhere; }
.rows > li { display: flex; gap: 8px 16px; align-items: center; justify-content: space-between; flex-wrap: wrap; padding: 14px 0; border-top: 1px solid var(--line); }
.rows > li:first-child { border-top: 0; padding-top: 0; } .rows > li:last-child { padding-bottom: 0; }
.rows .what { flex: 1 1 150px; min-width: 0; overflow-wrap: anywhere; } .block { display: block; }
.good-note { color: var(--good); background: color-mix(in oklab, var(--good) 12%, var(--card)); border-radius: 12px; padding: 12px 16px; }
.danger { color: var(--bad); border-color: var(--bad); }
select { margin-top: 6px; }
`;
