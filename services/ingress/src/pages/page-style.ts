import { createHash } from 'node:crypto';

/**
 * The style of all pages that the service creates. A policy names it by its hash, so each page contains it unchanged.
 */
export const PAGE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: light-dark(#c3c8d0, #4a505a);
  --soft: light-dark(#59606b, #a4abb6); --accent: light-dark(#2653bf, #8fb0ff); --bad: light-dark(#b3261e, #ff9d94);
  --card: light-dark(#fff, #1d2024); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: 2rem 1rem; background: light-dark(#f3f4f7, #131518);
  color: light-dark(#1c1e21, #e9eaec); }
main { width: 100%; max-width: 36rem; margin: 0 auto; padding: clamp(1.25rem, 5vw, 2rem); border-radius: 12px;
  border: 1px solid light-dark(#dcdfe4, #33373d); background: var(--card); overflow-wrap: anywhere; }
header { max-width: 36rem; margin: 0 auto 1rem; font-weight: 600; overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
.message { white-space: pre-wrap; }
.soft, .help { color: var(--soft); font-size: .9375rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1rem; }
dt { color: var(--soft); }
dd { margin: 0; white-space: pre-wrap; }
form { margin: 1.5rem 0 0; }
.field, fieldset { margin: 0 0 1.25rem; min-width: 0; }
label, legend { display: block; font-weight: 600; padding: 0; }
fieldset { border: 1px solid var(--line); border-radius: 8px; padding: 1rem; }
fieldset > legend { padding: 0 .375rem; }
fieldset .field:last-child { margin-bottom: 0; }
.help { margin: 0; }
input, select, textarea { font: inherit; color: inherit; width: 100%; margin-top: .25rem; padding: .5rem .625rem;
  min-height: 2.75rem; border: 1px solid light-dark(#868d98, #6d747f); border-radius: 8px;
  background: light-dark(#fff, #15171a); }
textarea { min-height: 6rem; resize: vertical; field-sizing: content; max-height: 30rem; }
textarea[rows="1"] { min-height: 2.75rem; resize: none; }
.check { display: flex; gap: .625rem; align-items: center; font-weight: 400; min-height: 2.75rem; }
.check input { width: 1.25rem; height: 1.25rem; min-height: 0; margin: 0; flex: none; }
.wrong, .alert { color: var(--bad); margin: .25rem 0 0; font-weight: 600; }
.alert { border: 1px solid var(--bad); border-radius: 8px; padding: .75rem 1rem; margin: 0 0 1rem; }
.alert p, .alert ul { margin: 0; }
.alert ul { padding-left: 1.25rem; font-weight: 400; }
.alert a { color: inherit; }
[aria-invalid] { border-color: var(--bad); outline: 1px solid var(--bad); }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: 8px;
  cursor: pointer; flex: 1 1 auto; min-width: min(9rem, 100%); max-width: 100%; overflow-wrap: anywhere; color: inherit;
  border: 1px solid light-dark(#868d98, #6d747f); background: var(--card); }
button.first { color: #fff; background: #2653bf; border-color: #2653bf; }
.choice { display: inline-block; max-width: 100%; }
.choice::first-letter { text-transform: uppercase; }
button:hover { filter: brightness(1.1); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.trap { position: absolute; left: -10000px; width: 1px; height: 1px; overflow: hidden; }
footer { max-width: 36rem; margin: 1rem auto 0; }
`;

export const PAGE_STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');
