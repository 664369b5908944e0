import { expect, test } from '@jest/globals';
import { defineRoute, defineSchema } from './define-route.ts';
import type { JsonOf } from './json-of.ts';
import { pageQuery, params, query } from './schema-parts.ts';

const described = {
  method: 'POST' as const,
  path: '/v1/things/{id}',
  summary: 'Make a thing',
  responses: {},
};

test('a handler gets the types that the schemas of its route describe', () => {
  const route = defineRoute({
    ...described,
    security: { kind: 'caller', scope: 'run' },
    params: params('id'),
    query: query(pageQuery),
    body: defineSchema('Thing', {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer' },
        kind: { type: 'string', enum: ['small', 'large'] },
        parent: { type: 'string', nullable: true },
      },
    }),
    handler(_context, { params: { id }, query: { limit }, body }, caller) {
      const typed: [id: string, limit: number | undefined, size: number, organizationId: string] = [
        id,
        limit,
        body.size,
        caller.organizationId,
      ];
      const kind: 'small' | 'large' | undefined = body.kind;
      const parent: string | null | undefined = body.parent;
      // @ts-expect-error the schema has no such field
      const { missing } = body;
      return Promise.resolve({ status: 200, body: [typed, kind, parent, missing] });
    },
  });
  expect(route.params).toEqual({
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', format: 'uuid' } },
  });
});

test('a public route has no caller', () => {
  const route = defineRoute({
    ...described,
    security: { kind: 'public' },
    // @ts-expect-error there is no caller to have an organization
    handler: (_context, _request, caller) => Promise.resolve({ status: 200, body: caller.organizationId as unknown }),
  });
  expect(route.security).toEqual({ kind: 'public' });
});

test('a choice of schemas gives a choice of types', () => {
  type Status = JsonOf<{ anyOf: readonly [{ type: 'string' }, { type: 'array'; items: { type: 'number' } }] }>;
  // @ts-expect-error a boolean is none of them
  const wrong: Status = true;
  const statuses: Status[] = ['a', [1], wrong];
  expect(statuses).toHaveLength(3);
});
