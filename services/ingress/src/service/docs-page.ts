/** Returns the page at `/docs`. `viewer` is the path of the viewer's files. */
export function docsPage(viewer: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API</title>
    <link rel="stylesheet" href="${viewer}/swagger-ui.css">
    <link rel="stylesheet" href="/docs/colours.css">
    <link rel="icon" type="image/png" href="${viewer}/favicon-32x32.png">
    <script src="/docs/scheme.js"></script>
  </head>
  <body>
    <main id="swagger-ui"></main>
    <script src="${viewer}/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;
}

/**
 * Starts the viewer, and repairs elements that screen readers cannot use: links within buttons, which do the same as
 * the button, and a choice of servers without a name.
 */
export const START_SCRIPT = `SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
});
function mend() {
  for (const link of document.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href');
  document.getElementById('servers')?.setAttribute('aria-label', 'Server');
}
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
`;

/** Uses the colour scheme of the console, otherwise that of the system, even if it changes. */
export const SCHEME_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
function show() {
  let chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {}
  const isDark = chosen === 'dark' || (chosen !== 'light' && dark.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
}
show();
dark.addEventListener('change', show);
`;

/** Replaces colours of the viewer with too little contrast (WCAG 2 AA: 4.5 to 1), and adapts it to phones. */
export const DOCS_COLOURS = `
.swagger-ui .info .title small { background: #5c6470; }
.swagger-ui .info .title small.version-stamp { background: #3f6212; }
.swagger-ui .info .title small pre, .swagger-ui .opblock .opblock-summary-method { color: #fff; text-shadow: none; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #13764c; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d63b8; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b92626; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #96560a; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b6b62; }
.swagger-ui span[style*='211, 99, 99'] { color: #ff9d9d !important; }
html:not(.dark-mode) .swagger-ui .info a, html:not(.dark-mode) .swagger-ui .info .url { color: #1d5bb0; }
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #13764c; color: #13764c; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #13764c; }
html:not(.dark-mode) .swagger-ui .parameter__in, html:not(.dark-mode) .swagger-ui .prop-format { color: #5c5c5c; }
html.dark-mode .swagger-ui .header-col { color: #e4e6e6; }
/* Always "No links", and too wide for a phone. */
@media (max-width: 640px) { .swagger-ui .response-col_links { display: none; } }
`;
