import type { Template } from '../../api/queries/templates.ts';
import type { Place } from './places-of.ts';

type Definition = Template['definition'];
type Part = NonNullable<Definition['components']>[number];
type Line = NonNullable<Definition['connections']>[number];

interface Parts {
  components: Part[];
  connections: Line[];
  /** The ids of the components in each body, by the id of the component that contains it. */
  bodies: ReadonlyMap<string, readonly string[]>;
}

/** Returns the components and connections of a definition, with those of its bodies. */
export function partsOf(definition: Definition): Parts {
  const components: Part[] = [];
  const connections: Line[] = [];
  const bodies = new Map<string, readonly string[]>();
  const collect = ({ components: own = [], connections: lines = [] }: Definition): string[] => {
    connections.push(...lines);
    return own.flatMap((component) => {
      components.push(component);
      const body = component.config?.['body'] as Definition | undefined;
      if (!Array.isArray(body?.components)) return [component.id];
      const inner = collect(body);
      bodies.set(component.id, inner);
      return [component.id, ...inner];
    });
  };
  collect(definition);
  return { components, connections, bodies };
}

const MARGIN = 6;

/** Returns the frames around bodies, and where the line from the component that contains each one begins. */
export function framesIn(bodies: Parts['bodies'], places: ReadonlyMap<string, Place>, box: number) {
  return [...bodies].flatMap(([id, ids]) => {
    const outer = places.get(id);
    const inner = ids.flatMap((one) => places.get(one) ?? []);
    if (outer === undefined || inner.length === 0) return [];
    const [left, top] = [Math.min(...inner.map(({ x }) => x)), Math.min(...inner.map(({ y }) => y))];
    const [right, bottom] = [Math.max(...inner.map(({ x }) => x)), Math.max(...inner.map(({ y }) => y))];
    const frame = { x: left - MARGIN, y: top - MARGIN, width: right - left, height: bottom - top };
    const around = { ...frame, width: frame.width + box + 2 * MARGIN, height: frame.height + box + 2 * MARGIN };
    return [{ id, ...around, from: { x: outer.x + box / 2, y: outer.y + box } }];
  });
}
