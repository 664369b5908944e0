import { expect, test } from '@jest/globals';
import { findLongSentences, findViolations, MAX_SENTENCE_WORDS } from '../scripts/plain-english.ts';

test.each([
  ['a word of the list in a comment', '/** Returns the id beside the name. */', ['beside']],
  ['a word of the list in a text', "throw new Error('the server told nothing');", ['told']],
  ['a word of the list in a name', 'const keptRows = [];', ['kept']],
  ['a word of the list in a constant', 'const MAX_KEPT_ROWS = 5;', ['KEPT']],
  ['a word of the list in a document', 'The session comes to the executor.', ['comes']],
  ['words in a row as a name', 'const inHand = new Map<string, Session>();', ['inHand']],
  ['words in a row with a form of a verb', '// It sets aside an organization.', ['sets aside']],
  ['words in a row within a name', 'class SealedLateClaim {}', ['LateClaim']],
  ['words in a row', '// The store has a pool of its own.', ['of its own']],
  ['a word in two parts', 'Use lower-case letters.', ['lower-case']],
  ['a comment that explains null in half a sentence', '/** The version. null: the draft. */', ['null:']],
  ['such a description', "note: { description: 'The note; null: none.' },", ['null:']],
  ['a comment that begins with Of', '/** Of a message. */', ['Of']],
  ['a line comment that begins with What', '// What the caller sends.', ['What']],
  ['a block that begins with Whether', '/**\n * Whether it is held.\n */', ['Whether']],
  ['a description that begins with Of', "description: 'Of a workflow.',", ['Of']],
  ['a description on the next line', 'summary:\n  `Whether it is alive`,', ['Whether']],
])('finds %s', (_, text, found) => {
  expect(findViolations(text).map((violation) => violation.found)).toEqual(found);
});

test.each([
  ['a link to a file with such a name', '[0021](decisions/0021-hot-statements-beside-prisma.md)'],
  ['a field that is quoted', 'The answer has the results that are `kept`.'],
  ['a stand-in', 'A stand-in yields the value.'],
  ['a name of the API', 'const keptDrafts = await listKeptDrafts();'],
  ['a field of the API', 'const NOTHING = { changes: [], kept: [] };'],
  ['a name of an environment variable', "reader.integer('MAX_LARGE_BODY_BYTES_IN_HAND')"],
  ['a name of a migration', "const AGAIN = '20261121120000_vacuum_beside_work';"],
  ['a sentence', '/** Returns the ids of accepted sessions. */'],
  ['a comment that explains null', '/** The version; null for the draft. */'],
  ['a property with that name', 'const NAMES = { null: 1 };'],
  ['a comment that continues', '// The caller sends\n// what it has.'],
  ['a word that contains one', 'The incoming message becomes a session.'],
])('accepts %s', (_, text) => {
  expect(findViolations(text)).toEqual([]);
});

test('names the line, and what to write instead', () => {
  expect(findViolations('first\n// It is told.')).toEqual([
    { line: 2, found: 'told', instead: '"reported", "returned", "sent" or "notified"' },
  ]);
});

test('finds sentences that are too long', () => {
  const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
  expect(findLongSentences(`Short. ${words(MAX_SENTENCE_WORDS + 1)}. Short again.`)).toHaveLength(1);
  expect(findLongSentences(`${words(MAX_SENTENCE_WORDS)}. ${words(MAX_SENTENCE_WORDS)}.`)).toEqual([]);
});
