/** The base style sheet of the sandbox's pages: light and dark, from 320 px wide. */
export const baseStyle = `
:root { color-scheme: light dark;
  --ink: light-dark(#1d2433, #eef1f7); --soft: light-dark(#566074, #a9b2c6); --page: light-dark(#f3f4f8, #10141d);
  --card: light-dark(#ffffff, #1a202c); --line: light-dark(#dde1ea, #2d3647); --edge: light-dark(#7c8598, #77829a);
  --accent: light-dark(#2f4bd8, #9db0ff); --on-accent: light-dark(#ffffff, #10141d);
  --bad: light-dark(#b3261e, #ffb4ab); --bad-soft: light-dark(#fdecea, #3a1d1b);
  --good: light-dark(#14713d, #7ddba3); --note: light-dark(#fff6dd, #332a10); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; margin: 0; text-wrap: balance; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.125rem; } h3 { font-size: 1rem; }
p { margin: 0; } a { color: var(--accent); } .soft { color: var(--soft); } .small { font-size: .875rem; }
code, .mono { font: .875em ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 16px; padding: 24px; }
.stack { display: grid; gap: 16px; align-content: start; grid-template-columns: minmax(0, 1fr); } .tight { gap: 6px; }
.notice { padding: 8px 16px; text-align: center; background: var(--note); font-size: .875rem; }
.row { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; }
.between { display: flex; gap: 16px; justify-content: space-between; align-items: baseline; }
.amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
.big { font-size: 2.25rem; font-weight: 650; line-height: 1.15; letter-spacing: -.02em; }
.badge { display: inline-block; padding: 2px 10px; border-radius: 99px; font-size: .8125rem; font-weight: 600;
  color: light-dark(#6b4a00, #ffd98a); background: var(--note); white-space: nowrap; }
.badge.good { color: var(--good); background: color-mix(in oklab, var(--good) 12%, var(--card)); }
.badge.bad { color: var(--bad); background: var(--bad-soft); }
button, .button { font: inherit; font-weight: 600; cursor: pointer; border-radius: 10px; padding: 8px 14px; border: 1px solid var(--edge);
  color: var(--ink); background: transparent; text-decoration: none; display: inline-block; text-align: center; }
button:hover, .button:hover { border-color: var(--accent); }
button[aria-pressed=true] { border-color: var(--accent); background: color-mix(in oklab, var(--accent) 12%, var(--card)); }
.primary { color: var(--on-accent); background: var(--accent); border-color: var(--accent); padding: 13px 18px; }
.primary:hover { filter: brightness(1.08); } .wide { width: 100%; }
label, legend { font-weight: 600; font-size: .9375rem; padding: 0; }
input:where([type=text], [type=email], [type=number], :not([type])), select { font: inherit; width: 100%; padding: 11px 12px; margin-top: 6px;
  color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 10px; }
input[aria-invalid=true] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; margin-top: 6px; }
.choices label { display: flex; gap: 10px; align-items: center; padding: 11px 12px; border: 1px solid var(--edge); border-radius: 10px; cursor: pointer; }
.choices label:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.choices input { accent-color: var(--accent); }
.halves { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
.alert { color: var(--bad); background: var(--bad-soft); border-radius: 12px; padding: 14px 16px; }
.alert ul { margin: 6px 0 0; padding-left: 20px; } .alert a { color: inherit; }
.problem { color: var(--bad); font-size: .875rem; margin-top: 4px; }
.note { background: var(--note); border-radius: 12px; padding: 12px 16px; }
ul.plain { list-style: none; margin: 0; padding: 0; }
hr { border: 0; border-top: 1px solid var(--line); margin: 0; width: 100%; }
.middle { min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; } .middle > * { width: min(100%, 460px); }
`;
