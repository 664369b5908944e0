import { expect, test } from '@jest/globals';
import { definitionsOfTurn, MAX_DEFINITIONS_OF_TURN } from './definitions-of-turn.ts';

const starting = (organizationId: string, count: number, hasRules = true) =>
  Array.from({ length: count }, (_, n) => ({ organizationId, definitionId: `${organizationId}${n}`, hasRules }));

test('takes definitions of each organization before more of one', () => {
  const many = starting('a', 500);
  const chosen = definitionsOfTurn([...many, ...starting('b', 2), ...starting('c', 1)]);
  expect(chosen.size).toBe(MAX_DEFINITIONS_OF_TURN);
  expect([...chosen].slice(0, 5)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1']);
});

test('counts a definition once, and those without rules not at all', () => {
  const ofOneDefinition = Array.from({ length: 100 }, () => starting('a', 1)).flat();
  expect([...definitionsOfTurn([...ofOneDefinition, ...starting('b', 500, false)])]).toEqual(['a0']);
  expect(definitionsOfTurn([]).size).toBe(0);
});
