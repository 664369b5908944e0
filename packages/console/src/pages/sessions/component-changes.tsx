import type { ComponentChange } from '@workflow/workflow-model';
import classes from './component-changes.module.css';

const NAMES: Readonly<Record<ComponentChange['change'], string>> = {
  changed: 'Changed',
  added: 'Added',
  'inputs-changed': 'Also runs again',
  removed: 'Removed',
};

const ORDER = Object.keys(NAMES) as ComponentChange['change'][];

/** The components that differ between two versions, by what happened to them. */
export function ComponentChanges({ changes }: { changes: readonly ComponentChange[] }) {
  if (changes.length === 0) return <div>None of the components that this session runs changed.</div>;
  return (
    <dl className={classes.changes}>
      {ORDER.map((kind) => {
        const names = changes.filter(({ change }) => change === kind).map(({ name }) => name);
        return (
          names.length > 0 && (
            <div key={kind}>
              <dt>{NAMES[kind]}</dt>
              <dd>{names.join(', ')}</dd>
            </div>
          )
        );
      })}
    </dl>
  );
}
