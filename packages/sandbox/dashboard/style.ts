/** Styles that only the dashboard needs. */
export const dashboardStyle = `
.dashboard { max-width: 1160px; margin: 0 auto; padding: 32px 16px 64px; display: grid; gap: 24px; }
.columns { display: grid; gap: 24px; align-items: start; grid-template-columns: minmax(0, 1fr); }
.list > li { display: flex; gap: 4px 12px; align-items: center; justify-content: space-between; padding: 10px 0; border-top: 1px solid var(--line); flex-wrap: wrap; }
.list > li:first-child { border-top: 0; padding-top: 0; } .list > li:last-child { padding-bottom: 0; }
.list .what { min-width: 0; flex: 1 1 200px; overflow-wrap: anywhere; } .block { display: block; } .clip { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; line-height: 1.6; }
.pick { user-select: all; cursor: copy; white-space: nowrap; }
.actions { display: flex; gap: 8px; align-items: center; } .actions button, .actions .button { padding: 5px 12px; font-size: .875rem; }
.modes { display: flex; flex-wrap: wrap; gap: 8px; }
@media (min-width: 900px) { .columns { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
`;
