import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from '@jest/globals';
import { routes } from '../src/routes.ts';
import { startTestIngress, type TestAnswer } from './start-test-ingress.ts';

let answer: TestAnswer;

beforeAll(async () => {
  const ingress = await startTestIngress();
  answer = await ingress.request('GET', '/v3/api-docs');
  // The check of the document takes longer than the loop of an ingress may stand still.
  await ingress.stop();
});

test('contract §9: /v3/api-docs serves a valid OpenAPI 3.0 document of API version 1.0.0', async () => {
  const { status, body } = answer;
  expect(status).toBe(200);
  expect([body.openapi, body.info.version]).toEqual(['3.0.3', '1.0.0']);
  const result = await new Validator().validate(body);
  expect(result).toMatchObject({ valid: true });
});

test('every route of the table is in the document, with its own operationId', async () => {
  const { body } = answer;
  for (const route of routes)
    expect(body.paths[route.path][route.method.toLowerCase()].operationId).toBe(route.operationId);
  expect(new Set(routes.map((route) => route.operationId)).size).toBe(routes.length);
});

test('the run endpoint is described with the fields, header and errors of the specification', async () => {
  const { body } = answer;
  const operation = body.paths['/v1/workflow/run'].post;
  expect(operation.security).toContainEqual({ apiKey: [] });
  expect(body.components.securitySchemes.apiKey).toMatchObject({ in: 'header', name: 'x-api-key' });
  expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '410', '500']));
  expect(body.components.schemas.RunRequest.required).toEqual(['workflowId', 'componentId']);
  expect(body.components.schemas.Error.required).toEqual(['httpStatus', 'errorId', 'message']);
});
