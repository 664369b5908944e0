import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Express, Request, Response } from 'express';
import viewerPackage from 'swagger-ui-dist/package.json' with { type: 'json' };
import type { AppContext } from '../context.ts';
import { methodNotAllowed } from '../errors/api-error.ts';
import { clientNetwork } from '../http/addresses/client-address.ts';
import { answerFile, type ServedFile } from '../http/answers/answer-file.ts';
import { answerError } from '../http/answers/answer.ts';
import { makeServedFile } from '../http/answers/make-served-file.ts';
import type { ListedRoute } from '../http/define-route.ts';
import { observeRequest } from '../http/telemetry/observe-request.ts';
import { DOCS_COLOURS, docsPage, SCHEME_SCRIPT, START_SCRIPT } from './docs-page.ts';
import { openApiDocument } from './open-api-document.ts';

/**
 * Shows the OpenAPI document at `/docs`, with the viewer's own files, without inline scripts or content from elsewhere.
 * Files are compressed at the first request. The viewer's files are named by its version, so browsers can cache them.
 */
export function serveDocs(app: Express, context: AppContext, routes: readonly ListedRoute[]): void {
  const vendored = (url: string) => () => readFile(fileURLToPath(url));
  const text = (content: string) => () => Promise.resolve(Buffer.from(content));
  const document = () => JSON.stringify(openApiDocument(context.config.publicUrl, routes));
  const viewer = `/docs/${viewerPackage.version}`;
  const files: [path: string, type: string, read: () => Promise<Buffer>][] = [
    ['/docs', 'text/html; charset=utf-8', text(docsPage(viewer))],
    ['/docs/scheme.js', 'text/javascript; charset=utf-8', text(SCHEME_SCRIPT)],
    ['/docs/start.js', 'text/javascript; charset=utf-8', text(START_SCRIPT)],
    ['/docs/colours.css', 'text/css; charset=utf-8', text(DOCS_COLOURS)],
    [
      '/docs/openapi.json',
      'application/vnd.oai.openapi+json; charset=utf-8',
      () => Promise.resolve(Buffer.from(document())),
    ],
    [
      `${viewer}/swagger-ui.css`,
      'text/css; charset=utf-8',
      vendored(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
    ],
    [
      `${viewer}/swagger-ui-bundle.js`,
      'text/javascript; charset=utf-8',
      vendored(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
    ],
    [`${viewer}/favicon-32x32.png`, 'image/png', vendored(import.meta.resolve('swagger-ui-dist/favicon-32x32.png'))],
  ];
  for (const [path, type, read] of files) {
    let file: Promise<ServedFile> | undefined;
    const serve = async (request: Request, response: Response): Promise<void> => {
      await context.publicRateLimit.wait(clientNetwork(request));
      file ??= read().then((bytes) => makeServedFile(bytes, type, { immutable: path.startsWith(viewer) }));
      answerFile(request, response, await file);
    };
    app.get(path, (request, response) => {
      observeRequest(context, request, response, '/docs');
      serve(request, response).catch((error: unknown) => answerError(response, error));
    });
    app.all(path, (request, response) => {
      observeRequest(context, request, response, '/docs');
      answerError(response, methodNotAllowed('GET, HEAD'));
    });
  }
}
