import { createHash } from 'node:crypto';
import type { RouteReply } from '../../http/define-route.ts';
import { escapeHtml } from '../../http/escape-html.ts';

interface CallbackPage {
  title: string;
  text: string;
  /** A button that sends the query of the browser's request. Without it the page has a link to the credentials. */
  confirm?: { label: string; answered: string };
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f7f9, #15171a);
  color: light-dark(#1c1e21, #e6e7e9); }
main { box-sizing: border-box; width: min(100% - 2rem, 30rem); padding: 2rem; border-radius: 12px;
  border: 1px solid light-dark(#dcdfe4, #33373d); background: light-dark(#fff, #1d2024); overflow-wrap: anywhere; }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; }
p { margin: 0 0 1.25rem; }
form { display: flex; gap: .75rem; align-items: center; flex-wrap: wrap; }
button { font: inherit; font-weight: 600; padding: .5rem 1rem; border: 0; border-radius: 8px; cursor: pointer;
  color: #fff; background: #2f5fd0; }
a { color: light-dark(#2f5fd0, #8fb0ff); }
:focus-visible { outline: 3px solid light-dark(#2f5fd0, #8fb0ff); outline-offset: 2px; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Returns a page without scripts, for browsers that an authorization server redirects here. */
export function callbackPage(status: number, { title, text, confirm }: CallbackPage): RouteReply {
  const link = '<a href="/settings/credentials">Back to credentials</a>';
  const form =
    confirm &&
    `<form method="post"><input type="hidden" name="answered" value="${escapeHtml(confirm.answered)}">` +
      `<button>${escapeHtml(confirm.label)}</button>${link}</form>`;
  return {
    status,
    textType: 'text/html; charset=utf-8',
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${form ?? link}
</main>
</body>
</html>
`,
    headers: {
      'Content-Security-Policy':
        `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; ` +
        "frame-ancestors 'none'",
    },
  };
}
