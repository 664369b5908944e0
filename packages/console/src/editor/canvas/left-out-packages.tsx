import { leftOutPackages } from '../../api/component-types.ts';
import { plural } from '../../ui/plural.ts';
import classes from './palette.module.css';

/** Says which component packages cannot be used, and why; nothing when all of them can. */
export function LeftOutPackages() {
  const leftOut = leftOutPackages();
  if (leftOut.length === 0) return null;
  return (
    <details className={classes.leftOut}>
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
