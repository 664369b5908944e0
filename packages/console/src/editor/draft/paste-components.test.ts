import { expect, test } from '@jest/globals';
import { copyComponents } from './copy-components.ts';
import type { Draft } from './draft-store.ts';
import { pasteComponents } from './paste-components.ts';

const VIEW = { x: 0, y: 0, width: 1000, height: 800 };
const DRAFT: Draft = {
  name: '',
  description: '',
  components: [{ id: 'a', type: 'delay', name: 'Wait', config: {}, position: { x: 100, y: 100 } }],
  connections: [],
};
const PART = copyComponents(DRAFT, new Set(['a']));

function pasteInto(draft: Draft, view = VIEW): Draft {
  return pasteComponents(PART, () => crypto.randomUUID(), view).edit(draft);
}

test('no copy lies exactly on another card', () => {
  const { components } = pasteInto(pasteInto(DRAFT));
  expect(components.map(({ position }) => position)).toEqual([
    { x: 100, y: 100 },
    { x: 148, y: 148 },
    { x: 196, y: 196 },
  ]);
});

test('a copy of what is out of view is pasted into view', () => {
  const view = { ...VIEW, x: 5000, y: -3000 };
  expect(pasteInto(DRAFT, view).components.at(-1)?.position).toEqual({ x: 5048, y: -2952 });
});
