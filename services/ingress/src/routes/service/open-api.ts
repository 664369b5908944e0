import { defineRoute } from '../../http/define-route.ts';
import { openApiDocument } from '../../openapi/open-api-document.ts';

export const openApi = defineRoute({
  method: 'GET',
  path: '/v3/api-docs',
  operationId: 'openApi',
  summary: 'This description, OpenAPI 3.0',
  tags: ['Service'],
  security: { kind: 'public' },
  responses: { 200: { description: 'The OpenAPI document.', schema: { type: 'object', additionalProperties: true } } },
  handler: (context) => ({ status: 200, body: openApiDocument(context.config.publicUrl, context.routes) }),
});
