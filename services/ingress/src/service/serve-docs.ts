import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Express } from 'express';
import type { AppContext } from '../context.ts';
import { methodNotAllowed } from '../errors/api-error.ts';
import { answerFile, type ServedFile } from '../http/answer-file.ts';
import { answerError } from '../http/answer.ts';
import type { Route } from '../http/define-route.ts';
import { observeRequest } from '../http/observe-request.ts';
import { DOCS_COLOURS, docsPage, SCHEME_SCRIPT, START_SCRIPT } from './docs-page.ts';
import { openApiDocument } from './open-api-document.ts';

/** A third smaller than gzip within half a second; a higher quality takes seconds and gains a few percent. */
const BROTLI_QUALITY = 9;

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const require = createRequire(import.meta.url);

/**
 * Shows the OpenAPI document at `/docs`, with the viewer's own files: no inline script, nothing from elsewhere. Files
 * are compressed at the first request; the viewer's are named by its version, so browsers keep them.
 */
export function serveDocs(app: Express, context: AppContext, routes: readonly Route[]): void {
  const manifest = require.resolve('swagger-ui-dist/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const vendored = (name: string) => () => readFile(join(dirname(manifest), name));
  const text = (content: string) => () => Promise.resolve(Buffer.from(content));
  const document = () => JSON.stringify(openApiDocument(context.config.publicUrl, routes));
  const viewer = `/docs/${version}`;
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
    [`${viewer}/swagger-ui.css`, 'text/css; charset=utf-8', vendored('swagger-ui.css')],
    [`${viewer}/swagger-ui-bundle.js`, 'text/javascript; charset=utf-8', vendored('swagger-ui-bundle.js')],
    [`${viewer}/favicon-32x32.png`, 'image/png', vendored('favicon-32x32.png')],
  ];
  for (const [path, type, read] of files) {
    let file: Promise<ServedFile> | undefined;
    app.get(path, (request, response, next) => {
      observeRequest(context, request, response, '/docs');
      file ??= read().then((bytes) => makeFile(bytes, type, path.startsWith(viewer)));
      file.then((made) => answerFile(request, response, made), next);
    });
    app.all(path, (request, response) => {
      observeRequest(context, request, response, '/docs');
      answerError(response, methodNotAllowed('GET, HEAD'));
    });
  }
}

async function makeFile(bytes: Buffer, type: string, immutable: boolean): Promise<ServedFile> {
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
  if (type.startsWith('image/')) return { bytes, type, etag, immutable };
  const [gzipped, br] = await Promise.all([
    compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
    compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  ]);
  return { bytes, type, etag, immutable, gzip: gzipped, br };
}
