import type { ServedFile } from '../http/answers/answer-file.ts';
import { JSON_TYPE } from '../http/answers/answer.ts';
import { defineRoute, type ListedRoute, type Route } from '../http/define-route.ts';
import { makeServedFile } from '../http/answers/make-served-file.ts';
import { openApiDocument } from './open-api-document.ts';

/** Returns the route that describes all routes, including itself. `routes` is called when the document is requested. */
export const openApi = (routes: () => readonly ListedRoute[]): Route => {
  const files = new Map<string, Promise<ServedFile>>();
  /** Made at the first request, and cached. */
  const fileOf = (publicUrl: string): Promise<ServedFile> => {
    let file = files.get(publicUrl);
    if (file === undefined) {
      file = makeServedFile(Buffer.from(JSON.stringify(openApiDocument(publicUrl, routes()))), JSON_TYPE);
      files.set(publicUrl, file);
    }
    return file;
  };
  return defineRoute({
    method: 'GET',
    path: '/v3/api-docs',
    summary: 'This description, OpenAPI 3.0',
    security: { kind: 'public' },
    responses: {
      200: { description: 'The OpenAPI document.', schema: { type: 'object', additionalProperties: true } },
    },
    handler: async ({ config }) => ({ status: 200, file: await fileOf(config.publicUrl) }),
  });
};
