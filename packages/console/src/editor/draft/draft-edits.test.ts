import { expect, test } from '@jest/globals';
import type { Connection } from '@workflow/workflow-model';
import { connectionKey, removeItems } from './draft-edits.ts';

const next = (from: string, to: string, port = 'next'): Connection => ({ from, port, to });

test.each<[string, Connection[], string[], string[]]>([
  ['one in the middle joins its neighbours', [next('a', 'b'), next('b', 'c')], ['b'], ['a:next:c']],
  ['two in a row as well', [next('a', 'b'), next('b', 'c'), next('c', 'd')], ['b', 'c'], ['a:next:d']],
  ['the port that led to it stays', [next('a', 'b', 'true'), next('b', 'c')], ['b'], ['a:true:c']],
  ['of two that follow none is chosen', [next('a', 'b'), next('b', 'c', 'true'), next('b', 'd', 'false')], ['b'], []],
  ['what follows its failure is not joined', [next('a', 'b'), next('b', 'c', 'error')], ['b'], []],
  ['no connection is there twice', [next('a', 'b'), next('b', 'c'), next('a', 'c')], ['b'], ['a:next:c']],
])('of removed components %s', (_name, connections, removed, expected) => {
  const components = ['a', 'b', 'c', 'd'].map((id) => ({ id, type: 'delay', config: {} }));
  const draft = { name: '', description: '', components, connections };
  expect(removeItems(new Set(removed))(draft).connections.map(connectionKey)).toEqual(expected);
});
