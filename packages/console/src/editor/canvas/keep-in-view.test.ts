import { expect, test } from '@jest/globals';
import { viewShowing } from './keep-in-view.ts';

const ROOM = { width: 800, height: 600 };
const VIEW = { x: 0, y: 0, zoom: 1 };
const at = (x: number, y = 200) => ({ x, y, width: 200, height: 100 });

test.each([
  ['what is in view stays', at(300), [at(20), at(580)], null],
  ['a card beyond the right edge moves into view with the neighbour before it', at(900), [at(600)], { x: -340, y: 0 }],
  ['a neighbour beyond an edge moves into view', at(500), [at(750)], { x: -190, y: 0 }],
  ['where one of two fits, the one that is in view stays', at(420), [at(0), at(840)], null],
  ['a neighbour that fits only to the pixel does', at(0), [at(600)], null],
  ['a neighbour too far away is left', at(300), [at(1200)], null],
  ['it moves up and down as well', at(300, 560), [at(300, 700)], { x: 0, y: -240 }],
  ['a card without neighbours moves into view alone', at(-50), [], { x: 90, y: 0 }],
])('%s', (_what, card, neighbours, shift) => {
  expect(viewShowing(VIEW, { card, neighbours }, ROOM, null)).toEqual(shift && { ...VIEW, ...shift });
});

test('a card larger than the room shows its beginning', () => {
  const card = { x: -20, y: 100, width: 900, height: 100 };
  expect(viewShowing(VIEW, { card, neighbours: [at(100)] }, ROOM, null)).toEqual({ x: 60, y: 0, zoom: 1 });
});

const BEFORE = { width: 1200, height: 600 };

test('what was in view before the room became smaller stays so, at a smaller zoom', () => {
  const cards = { card: at(400), neighbours: [at(50), at(750)] };
  const view = viewShowing(VIEW, cards, ROOM, BEFORE);
  expect(view?.zoom).toBeCloseTo(800 / 916);
  const zoom = view?.zoom ?? 0;
  expect((view?.x ?? 0) + 50 * zoom).toBeGreaterThanOrEqual(0);
  expect((view?.x ?? 0) + 950 * zoom).toBeLessThanOrEqual(ROOM.width);
});

test.each([
  ['what was not in view before', [at(50), at(1_050)], 1],
  ['what could not be read then', [at(50), at(750)], 0.61],
])('the zoom stays for %s', (_what, neighbours, zoom) => {
  const wide = neighbours.map((rect) => ({ ...rect, x: rect.x / zoom }));
  const card = at(400 / zoom);
  expect(viewShowing({ ...VIEW, zoom }, { card, neighbours: wide }, ROOM, BEFORE)?.zoom ?? zoom).toBe(zoom);
});
