import type { Component } from '@workflow/workflow-model';
import { type DefinitionChanges, isEmptyChange } from '../../../editor/draft/definition-changes.ts';
import type { ValueChange } from '../../../editor/draft/value-changes.ts';
import classes from './problem-list.module.css';
import { componentName } from '../../../editor/draft/component-name.ts';

interface ChangeListProps {
  changes: DefinitionChanges;
  /** As it is named in a sentence: `version 3`. */
  since: string;
}

export function ChangeList({ changes, since }: ChangeListProps) {
  if (isEmptyChange(changes)) return <div>No functional changes since {since}.</div>;
  return (
    <div>
      Since {since}:
      <ul className={classes.list}>
        <Names label="Added" components={changes.added} />
        {changes.changed.map(({ component, values }) => (
          <Changed key={component.id} component={component} values={values} />
        ))}
        <Names label="Removed" components={changes.removed} />
        {changes.connectionsAdded > 0 && <li>Connections added: {changes.connectionsAdded}</li>}
        {changes.connectionsRemoved > 0 && <li>Connections removed: {changes.connectionsRemoved}</li>}
        {changes.flow.length > 0 && (
          <li>
            Flow control
            <Values values={changes.flow} />
          </li>
        )}
        {changes.mcp.length > 0 && (
          <li>
            Tool for models
            <Values values={changes.mcp} />
          </li>
        )}
        {changes.label.length > 0 && (
          <li>
            Session label
            <Values values={changes.label} />
          </li>
        )}
      </ul>
    </div>
  );
}

function Changed({ component, values }: DefinitionChanges['changed'][number]) {
  return (
    <li>
      Changed: {componentName(component)}
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
