import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { WHOLE, zoomBy, zoomed } from './time-axis.ts';

const AXIS = { begin: 1_000, end: 2_000 };

test('zooming in shows the middle, and the ends of the axis by moving', () => {
  const twice = zoomBy(WHOLE, 2);
  expect(zoomed(AXIS, WHOLE)).toEqual(AXIS);
  expect(zoomed(AXIS, twice)).toEqual({ begin: 1_250, end: 1_750 });
  expect(zoomed(AXIS, { ...twice, at: 0 })).toEqual({ begin: 1_000, end: 1_500 });
  expect(zoomed(AXIS, { ...twice, at: 1 })).toEqual({ begin: 1_500, end: 2_000 });
});

test('whatever is zoomed and moved, what is shown lies within the axis, and zooming out ends with the whole', () => {
  const steps = fc.array(fc.record({ by: fc.constantFrom(0.5, 2), at: fc.double({ min: 0, max: 1, noNaN: true }) }));
  fc.assert(
    fc.property(steps, (moves) => {
      let zoom = WHOLE;
      for (const { by, at } of moves) {
        zoom = zoomBy({ ...zoom, at }, by);
        const { begin, end } = zoomed(AXIS, zoom);
        expect(begin).toBeGreaterThanOrEqual(AXIS.begin - 1e-6);
        expect(end).toBeLessThanOrEqual(AXIS.end + 1e-6);
      }
      for (let out = 0; out < 12; out += 1) zoom = zoomBy(zoom, 0.5);
      expect(zoom).toEqual(WHOLE);
    }),
  );
});
