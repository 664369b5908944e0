import { ICONS } from '@workflow/components/descriptors';
import { packageIcon } from '../../api/component-types.ts';
import classes from './component-icon.module.css';

/**
 * The icon of a component type, in the colour of the text around it. A mask shows a drawing and runs nothing in it;
 * that of a package is an image with its own colours.
 */
export function ComponentIcon({ type, size = 18 }: { type: string; size?: number }) {
  const foreign = packageIcon(type);
  if (foreign !== null)
    return <img src={`data:image/svg+xml,${encodeURIComponent(foreign)}`} alt="" width={size} height={size} />;
  const icon = Object.hasOwn(ICONS, type) ? ICONS[type as keyof typeof ICONS] : UNKNOWN_TYPE;
  return (
    <span
      aria-hidden
      className={classes.icon}
      style={{ width: size, height: size, maskImage: `url("data:image/svg+xml,${encodeURIComponent(icon)}")` }}
    />
  );
}

const UNKNOWN_TYPE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7">' +
  '<rect x="4" y="4" width="16" height="16" rx="3" stroke-dasharray="3 2" /></svg>';
