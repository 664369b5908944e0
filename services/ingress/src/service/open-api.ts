import { defineRoute, type Route } from '../http/define-route.ts';
import { openApiDocument } from './open-api-document.ts';

/** The route that describes all routes, itself among them; `routes` is asked when the document is. */
export const openApi = (routes: () => readonly Route[]): Route =>
  defineRoute({
    method: 'GET',
    path: '/v3/api-docs',
    operationId: 'openApi',
    summary: 'This description, OpenAPI 3.0',
    tags: ['Service'],
    security: { kind: 'public' },
    responses: {
      200: { description: 'The OpenAPI document.', schema: { type: 'object', additionalProperties: true } },
    },
    handler: (context) => Promise.resolve({ status: 200, body: openApiDocument(context.config.publicUrl, routes()) }),
  });
