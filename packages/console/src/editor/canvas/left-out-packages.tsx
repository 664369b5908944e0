import { leftOutPackages } from '../../api/component-types.ts';
import { plural } from '../../ui/plural.ts';
import { createValueStore, usePicked } from '../../ui/value-store.ts';
import classes from './palette.module.css';

/** As it was left, also after the palette was closed. */
const isOpen = createValueStore(false);

/** Shows which component packages cannot be used, and why; nothing when all of them can. */
export function LeftOutPackages() {
  const leftOut = leftOutPackages();
  const open = usePicked(isOpen, (value) => value);
  if (leftOut.length === 0) return null;
  return (
    <details className={classes.leftOut} open={open} onToggle={(event) => isOpen.set(event.currentTarget.open)}>
      <summary>
        {leftOut.length} {plural(leftOut.length, { one: 'package is', other: 'packages are' })} left out
      </summary>
      <ul>
        {leftOut.map(({ name, version, reason }) => (
          <li key={`${name}@${version}`}>
            <strong>
              {name}@{version}
            </strong>
            : {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
