import { expect, test } from '@jest/globals';
import { readableGroup } from './readable-group.ts';

test.each([
  ['GET <address> was answered #', 'GET … was answered …'],
  ["The customer '…' has # open orders, see <address>", "The customer '…' has … open orders, see …"],
  ['The queue is full', 'The queue is full'],
])('the group %p', (message, shown) => {
  expect(readableGroup(message)).toBe(shown);
});
