import { isJsonObject, type Component } from '@workflow/workflow-model';
import type { ReactNode } from 'react';
import { flowLabel } from '../../../editor/draft/flow-problem.ts';
import { labelOf } from '../../../editor/draft/problem-words.ts';
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
      <Values values={values} component={component} />
    </li>
  );
}

function Values({ values, component }: { values: ValueChange[]; component?: Component }) {
  return (
    <ul className={classes.values}>
      {values.map(({ path, before, after }) => (
        <li key={path}>
          {changedLabel(path, component)}: <ChangedValue before={before} after={after} />
        </li>
      ))}
    </ul>
  );
}

function ChangedValue({ before, after }: Pick<ValueChange, 'before' | 'after'>) {
  if (isSwitch(before) && isSwitch(after)) return isOn(after) ? 'switched on' : 'switched off';
  return (
    <>
      <del>{shown(before)}</del> <ins>{shown(after)}</ins>
    </>
  );
}

/** Returns true for the values of a switch: true or false, or settings that are there or not, all at their defaults. */
function isSwitch(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean' || (isJsonObject(value) && Object.keys(value).length === 0);
}

function isOn(value: unknown): boolean {
  return value !== undefined && value !== false;
}

/** Names the changed value by its titles in the form; by its path where no form has it. */
function changedLabel(path: string, component: Component | undefined): ReactNode {
  const pointer = `/${path.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`;
  const label = component === undefined ? flowLabel(pointer) : labelOf(pointer, component);
  return label ?? <code>{path}</code>;
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
