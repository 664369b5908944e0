import { expect, test } from '@jest/globals';
import type { Draft } from './draft-store.ts';
import { isStillUnsaved } from './unsaved-text.ts';

const TEXT = { componentId: 'a', path: '/config/value' };
const draftWith = (config: object, id = 'a') =>
  ({ name: 'One', components: [{ id, type: 'output', config }], connections: [] }) as unknown as Draft;
const VALUE = { deep: 1 };
const BEFORE = draftWith({ value: VALUE });

test.each([
  ['another field of the open form is changed', draftWith({ value: VALUE, more: 1 }), 'a', true],
  ['the value of the field is changed', draftWith({ value: 2 }), 'a', false],
  ['the component is deleted', draftWith({ value: VALUE }, 'b'), null, false],
  ['a component with a closed form is changed', draftWith({ value: VALUE, more: 1 }), null, false],
  ['the workflow is renamed', { ...BEFORE, name: 'Two' }, null, true],
])('a text when %s', (_case, after, selected, remains) => {
  expect(isStillUnsaved(TEXT, { before: BEFORE, after, selected })).toBe(remains);
});
