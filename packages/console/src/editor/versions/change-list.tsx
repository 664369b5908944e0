import type { Component } from '@workflow/workflow-model';
import { type DefinitionChanges, isEmptyChange } from '../definition-changes.ts';
import { texts } from '../../texts/versions.ts';
import type { ValueChange } from '../value-changes.ts';
import classes from './problem-list.module.css';
import { componentName } from '../component-name.ts';

interface ChangeListProps {
  changes: DefinitionChanges;
  since: number;
}

export function ChangeList({ changes, since }: ChangeListProps) {
  if (isEmptyChange(changes)) return <div>{texts.noFunctionalChangesSinceVersion(since)}</div>;
  return (
    <div>
      {texts.sinceVersion(since)}
      <ul className={classes.list}>
        <Names label={texts.added} components={changes.added} />
        {changes.changed.map(({ component, values }) => (
          <Changed key={component.id} component={component} values={values} />
        ))}
        <Names label={texts.removed} components={changes.removed} />
        {changes.connectionsAdded > 0 && <li>{texts.addedConnections(changes.connectionsAdded)}</li>}
        {changes.connectionsRemoved > 0 && <li>{texts.removedConnections(changes.connectionsRemoved)}</li>}
        {changes.flow.length > 0 && (
          <li>
            {texts.flowControl}
            <Values values={changes.flow} />
          </li>
        )}
      </ul>
    </div>
  );
}

function Changed({ component, values }: DefinitionChanges['changed'][number]) {
  return (
    <li>
      {texts.changed}: {componentName(component)}
      <Values values={values} />
    </li>
  );
}

function Values({ values }: { values: ValueChange[] }) {
  return (
    <ul className={classes.values}>
      {values.map(({ path, before, after }) => (
        <li key={path}>
          <code>{path}</code>: <del>{shown(before)}</del> <ins>{shown(after)}</ins>
        </li>
      ))}
    </ul>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function Names({ label, components }: { label: string; components: Component[] }) {
  if (components.length === 0) return null;
  return (
    <li>
      {label}: {components.map(componentName).join(', ')}
    </li>
  );
}
