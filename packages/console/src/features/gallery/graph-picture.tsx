import type { Template } from '../../api/queries/templates.ts';
import classes from './graph-picture.module.css';
import { framesIn, partsOf } from './parts-of.ts';
import { placesOf } from './places-of.ts';

const BOX = 40;

/** The graph of a template: a box with an icon for each component, frames of loops, and lines for connections. */
export function GraphPicture({ template }: { template: Template }) {
  const { components, connections, bodies } = partsOf(template.definition);
  const { places, width, height } = placesOf(components, BOX);
  const types = new Map(template.componentTypes.map((type) => [type.type, type]));
  const names = components.map(({ name, type }) => name ?? type).join(', ');
  return (
    <svg className={classes.picture} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Components: ${names}`}>
      {framesIn(bodies, places, BOX).map(({ id, x, y, width: across, height: down, from }) => (
        <g key={id} className={classes.frame}>
          <rect x={x} y={y} width={across} height={down} rx={8} />
          <path className={classes.line} data-port="body" d={`M${from.x},${from.y} V${y}`} />
        </g>
      ))}
      {connections.map(({ from, port, to }) => {
        const start = places.get(from);
        const end = places.get(to);
        if (start === undefined || end === undefined) return null;
        const [x, y] = [start.x + BOX, start.y + BOX / 2];
        const middle = (x + end.x) / 2;
        const path = `M${x},${y} C${middle},${y} ${middle},${end.y + BOX / 2} ${end.x},${end.y + BOX / 2}`;
        return <path key={`${from} ${port} ${to}`} className={classes.line} data-port={port} d={path} />;
      })}
      {components.map(({ id, name, type }) => {
        const { x, y } = places.get(id) ?? { x: 0, y: 0 };
        const about = types.get(type);
        return (
          <g key={id} className={classes.box} data-category={about?.category}>
            <title>{name ?? about?.title}</title>
            <rect x={x} y={y} width={BOX} height={BOX} rx={10} />
            <foreignObject x={x + 10} y={y + 10} width={20} height={20}>
              <div className={classes.icon} style={{ maskImage: asImage(about?.icon ?? '') }} />
            </foreignObject>
          </g>
        );
      })}
    </svg>
  );
}

const asImage = (svg: string): string => `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
