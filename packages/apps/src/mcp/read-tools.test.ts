import { expect, test } from '@jest/globals';
import { digestOfTool, readTools } from './read-tools.ts';

const PLAIN = { name: 'plain', inputSchema: { type: 'object' } };

function book(city: object) {
  const address = { type: 'object', properties: { city, next: { $ref: '#/$defs/Address' } } };
  const schema = {
    type: 'object',
    properties: { address: { $ref: '#/$defs/Address' } },
    $defs: { Address: address },
  };
  return { name: 'book', inputSchema: schema, outputSchema: schema };
}

test.each([[[book({ type: 'string' })]], [[PLAIN, book({ type: 'string' })]]])(
  'the digest of a tool whose schemas have references is the same among other tools and alone',
  (tools) => {
    const { operations } = readTools({ title: '', tools });
    expect(operations.at(-1)).toMatchObject({ key: 'book', digest: digestOfTool(book({ type: 'string' })) });
  },
);

test('a change of a schema that a reference leads to changes the digest', () => {
  expect(digestOfTool(book({ type: 'number' }))).not.toBe(digestOfTool(book({ type: 'string' })));
});

test('the order in which a server lists its tools changes no tool', () => {
  const tools = [book({ type: 'string' }), { ...book({ type: 'number' }), name: 'cancel' }, PLAIN];
  const operationsOf = (listed: unknown[]) =>
    readTools({ title: '', tools: listed }).operations.toSorted((a, b) => a.key.localeCompare(b.key));
  expect(operationsOf(tools.toReversed())).toEqual(operationsOf(tools));
});
