import { expect, test } from '@jest/globals';
import { firstView, wholeView } from './fit-options.ts';

const CANVAS = { width: 1040, height: 850 };

test.each([
  ['a small workflow leaves room for the panel', { width: 500, height: 200 }, 1.1],
  ['one that would be drawn small then takes the whole canvas', { width: 800, height: 300 }, 1.1],
  ['one that could not be read then takes the whole canvas', { width: 1120, height: 300 }, 960 / 1120],
])('%s', (_name, size, zoom) => {
  const view = firstView({ x: 100, y: -50, ...size }, CANVAS);
  expect(view.zoom).toBeCloseTo(zoom);
  expect(100 * view.zoom + view.x).toBeGreaterThanOrEqual(40);
  expect((100 + size.width) * view.zoom + view.x).toBeLessThanOrEqual(CANVAS.width - 40 + 1e-6);
});

test.each([CANVAS, { width: 390, height: 640 }])(
  'of a large workflow the beginning is shown, legibly: %o',
  (canvas) => {
    const view = firstView({ x: -300, y: 20, width: 5_000, height: 4_000 }, canvas);
    expect(view).toEqual({ zoom: 0.6, x: 40 + 300 * 0.6, y: 40 - 20 * 0.6 });
  },
);

test('fits the whole workflow next to the panel, whose room is left free once', () => {
  const graph = { x: 0, y: 0, width: 800, height: 300 };
  expect(wholeView(graph, CANVAS, false).zoom).toBeCloseTo((CANVAS.width - 80 - 400) / 800);
  const withPanel = { ...CANVAS, width: CANVAS.width - 400 };
  expect(wholeView(graph, withPanel, true)).toEqual(wholeView(graph, CANVAS, false));
});

test('shows all of a workflow that is too large to be read', () => {
  expect(wholeView({ x: 0, y: 0, width: 5_000, height: 400 }, CANVAS, false).zoom).toBeCloseTo(960 / 5_000);
});
