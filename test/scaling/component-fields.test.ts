import { expect, test } from '@jest/globals';
import { COMPONENT_FIELDS, RUN_ELSEWHERE } from './tables/component-fields.ts';
import { testReaders } from './test-readers.ts';

testReaders('text fields of components', COMPONENT_FIELDS, 'quick');

test('fields that another process reads exist', () => {
  const places = new Set(COMPONENT_FIELDS.map(([place]) => place));
  expect(Object.keys(RUN_ELSEWHERE).filter((place) => !places.has(place))).toEqual([]);
});
