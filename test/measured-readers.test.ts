import { expect, test } from '@jest/globals';
import { findReaders } from './scaling/find-readers.ts';
import { ANSWERS } from './scaling/tables/answers.ts';
import { DATA } from './scaling/tables/data.ts';
import { READ_ELSEWHERE } from './scaling/tables/read-elsewhere.ts';
import { TARGETS } from './scaling/tables/targets.ts';
import { VALUES } from './scaling/tables/values.ts';

const IN_TABLES = new Set([...ANSWERS, ...DATA, ...TARGETS, ...VALUES].map(([file]) => file));
/** Texts enter ingress by its routes, whose schemas services/ingress/test/scaling measures. */
const INGRESS = 'services/ingress/';

test('each source that reads texts is in a table, or listed with the reason why it is not', () => {
  const readers = [...findReaders()].filter(([file]) => !file.startsWith(INGRESS));
  const unknown = readers.filter(([file]) => !IN_TABLES.has(file) && !Object.hasOwn(READ_ELSEWHERE, file));
  expect(unknown.map(([file, reads]) => `${file} reads texts with ${reads.join(', ')}`)).toEqual([]);
  const read = new Set(readers.map(([file]) => file));
  expect(Object.keys(READ_ELSEWHERE).filter((file) => !read.has(file) || IN_TABLES.has(file))).toEqual([]);
});
