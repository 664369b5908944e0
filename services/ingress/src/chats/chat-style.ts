/** The style of the chat page, in addition to that of all pages. */
export const CHAT_STYLE = `
main { display: flex; flex-direction: column; min-height: calc(100dvh - 6.5rem); }
.log { flex: 1; }
.messages { list-style: none; margin: 0 0 1rem; padding: 0; display: flex; flex-direction: column;
  gap: .75rem; }
.messages li { max-width: 85%; padding: .625rem .875rem; border-radius: 12px; white-space: pre-wrap;
  overflow-wrap: anywhere; border: 1px solid var(--line); align-self: flex-start; }
.messages li.user { align-self: flex-end; border-color: transparent; background: light-dark(#e4ebfb, #26324d); }
.messages li:empty { display: none; }
.status { min-height: 1.5rem; margin: 0 0 .5rem; color: var(--soft); }
.status.bad { color: var(--bad); font-weight: 600; }
.ask { margin: 0; }
.ask + .soft { margin: .75rem 0 0; }
.ask textarea { min-height: 2.75rem; max-height: 12rem; margin: 0 0 .5rem; }
.ask button { min-width: max-content; }
button:disabled { opacity: .55; cursor: default; }
.hidden-label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;
