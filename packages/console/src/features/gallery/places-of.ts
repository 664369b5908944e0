export interface Place {
  x: number;
  y: number;
}

interface Placed {
  id: string;
  position?: Place;
}

const GAP_X = 28;
const GAP_Y = 14;
const MARGIN = 2;

/** Where boxes of this size stand that keep the columns and rows of the canvas, and the size of the whole picture. */
export function placesOf(components: readonly Placed[], box: number) {
  const columns = ranksOf(components.map(({ position }) => position?.x ?? 0));
  const rows = ranksOf(components.map(({ position }) => position?.y ?? 0));
  const places = new Map(
    components.map(({ id, position }): [string, Place] => [
      id,
      {
        x: MARGIN + (columns.get(position?.x ?? 0) ?? 0) * (box + GAP_X),
        y: MARGIN + (rows.get(position?.y ?? 0) ?? 0) * (box + GAP_Y),
      },
    ]),
  );
  return {
    places,
    width: 2 * MARGIN + columns.size * (box + GAP_X) - GAP_X,
    height: 2 * MARGIN + rows.size * (box + GAP_Y) - GAP_Y,
  };
}

function ranksOf(values: readonly number[]): Map<number, number> {
  return new Map([...new Set(values)].toSorted((left, right) => left - right).map((value, rank) => [value, rank]));
}
