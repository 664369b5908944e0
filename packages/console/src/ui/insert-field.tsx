import { IconTextPlus } from '@tabler/icons-react';
import { insertTarget } from './insert-target.ts';
import { usePicked } from './value-store.ts';
import classes from './json-tree.module.css';

/** Inserts the expression for a value into the field that was focused last. */
export function InsertField({ path }: { path: string }) {
  const target = usePicked(insertTarget, (value) => value);
  return (
    <button
      type="button"
      className={classes.insert}
      aria-label={`Insert ${path} into the field`}
      title={target ? `Insert ${path} into the field` : 'Click into an expression first'}
      disabled={target === null}
      onClick={() => target?.insertPlaceholder(path)}
    >
      <IconTextPlus size={13} aria-hidden />
    </button>
  );
}
