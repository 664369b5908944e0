import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Express } from 'express';
import type { AppContext } from '../context.ts';
import { methodNotAllowed } from '../errors/api-error.ts';
import { answerError } from '../http/answer.ts';
import { observeRequest } from '../http/observe-request.ts';
import { answerFile } from './answer-file.ts';
import type { ServedFile } from './load-files.ts';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/v3/api-docs', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });
`;

/** Shows the OpenAPI document at `/docs`, with the viewer's own files: no inline script, nothing from elsewhere. */
export function serveDocs(app: Express, context: AppContext): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const vendored = (name: string, type: string): ServedFile => makeFile(readFileSync(join(folder, name)), type);
  const files: Record<string, ServedFile> = {
    '/docs': makeFile(Buffer.from(PAGE), 'text/html; charset=utf-8'),
    '/docs/start.js': makeFile(Buffer.from(START), 'text/javascript; charset=utf-8'),
    '/docs/swagger-ui.css': vendored('swagger-ui.css', 'text/css; charset=utf-8'),
    '/docs/swagger-ui-bundle.js': vendored('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
    '/docs/favicon-32x32.png': vendored('favicon-32x32.png', 'image/png'),
  };
  for (const [path, file] of Object.entries(files)) {
    app.get(path, (request, response) => {
      observeRequest(context, request, response, '/docs');
      answerFile(request, response, file);
    });
    app.all(path, (request, response) => {
      observeRequest(context, request, response, '/docs');
      answerError(response, methodNotAllowed('GET, HEAD'));
    });
  }
}

function makeFile(bytes: Buffer, type: string): ServedFile {
  return { bytes, type, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`, immutable: false };
}
