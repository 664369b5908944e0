import { IconTextPlus } from '@tabler/icons-react';
import { insertTarget } from '../editor/panel/insert-target.ts';
import { usePicked } from '../editor/value-store.ts';
import { texts } from '../texts/controls.ts';
import classes from './json-tree.module.css';

/** Inserts the expression for a value into the field that was focused last. */
export function InsertField({ path }: { path: string }) {
  const target = usePicked(insertTarget, (value) => value);
  return (
    <button
      type="button"
      className={classes.insert}
      aria-label={texts.insertPathIntoField(path)}
      title={target ? texts.insertPathIntoField(path) : texts.selectAFieldFirst}
      disabled={target === null}
      onClick={() => target?.insertPlaceholder(path)}
    >
      <IconTextPlus size={13} aria-hidden />
    </button>
  );
}
