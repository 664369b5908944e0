import type { JsonSchema } from '@workflow/component-kit';
import type { Json } from '@workflow/workflow-model';
import { KIB, type Reader } from '../../../../test/scaling/reader.ts';
import { testReaders } from '../../../../test/scaling/test-readers.ts';
import { textFieldsOf, withText } from '../../../../test/scaling/text-fields.ts';
import { makeInputCheck, makeQueryCheck } from '../../src/http/routing/check-input.ts';
import { routes } from '../../src/routes.ts';

/** Checks every body and query with texts that are longer than their schema allows, at each of their fields. */

/** Growth shows at this length; bodies have up to a megabyte. */
const MAX_BODY_TEXT = 64 * KIB;
/** Node.js takes 16 KiB of header fields, which queries are part of. */
const MAX_QUERY_TEXT = 16 * KIB;

const check = (name: string, schema: JsonSchema, example: Json, maxLength: number, find: (value: Json) => unknown) => [
  ...textFieldsOf(schema, maxLength).map(({ path }): Reader => [
    name,
    path.join('/'),
    maxLength,
    (text) => find(withText(example, path, text)),
  ]),
  [name, 'a name', maxLength, (text) => find({ [text]: 1 })] satisfies Reader,
];

const readers = routes.flatMap(({ operationId, body, bodyExample, query }): Reader[] => [
  ...(body === undefined
    ? []
    : check(operationId, body, bodyExample as Json, MAX_BODY_TEXT, makeInputCheck(body, 'the body'))),
  ...(query === undefined ? [] : check(`${operationId} ?`, query, {}, MAX_QUERY_TEXT, makeQueryCheck(query))),
]);

testReaders('checks', readers, 'quick');
