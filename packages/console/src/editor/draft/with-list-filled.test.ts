import { expect, test } from '@jest/globals';
import type { Component, Field } from '@workflow/workflow-model';
import { addComponent, connect } from './draft-edits.ts';
import type { Draft } from './draft-store.ts';
import { withListFilled } from './with-list-filled.ts';

const input = (...placeholders: Field[]): Component => ({
  id: 'in',
  type: 'input',
  config: { placeholders: placeholders as never },
});
const list = (key: string): Field => ({ key, type: 'LIST' });
const draft = (...components: Component[]): Draft => ({ name: '', description: '', components, connections: [] });
const line = { from: 'in', port: 'next', to: 'each' };
const each = (type: string, config = {}): Component => ({ id: 'each', type, config });
const itemsOf = ({ components }: Draft) => components.at(-1)?.config['items'];

test.each<[string, Component, Component, unknown]>([
  ['the only list', input(list('skus'), { key: 'name', type: 'TEXT' }), each('for-each'), '{{ skus }}'],
  ['the only list, for List', input(list('skus')), each('list', { operations: [] }), '{{ skus }}'],
  [
    'a list in an object',
    input({ key: 'order', type: 'OBJECT', fields: [list('lines')] }),
    each('for-each'),
    '{{ order.lines }}',
  ],
  ['none of two lists', input(list('skus'), list('tags')), each('for-each'), undefined],
  ['nothing without a list', input({ key: 'name', type: 'TEXT' }), each('for-each'), undefined],
  ['what is there', input(list('skus')), each('for-each', { items: '{{ [1] }}' }), '{{ [1] }}'],
  ['no other component', input(list('skus')), each('delay'), undefined],
])('a connected component gets %s', (_, source, added, expected) => {
  expect(itemsOf(withListFilled(addComponent(added, line), 'each')(draft(source)))).toBe(expected);
  expect(itemsOf(withListFilled(connect(line), 'each')(draft(source, added)))).toBe(expected);
});
