import type { Component } from '@workflow/workflow-model';
import { type DefinitionChanges, isEmptyChange } from '../definition-changes.ts';
import classes from './problem-list.module.css';

interface ChangeListProps {
  changes: DefinitionChanges;
  since: number;
}

export function ChangeList({ changes, since }: ChangeListProps) {
  if (isEmptyChange(changes)) return <div>Nothing that runs has changed since version {since}.</div>;
  return (
    <div>
      Since version {since}:
      <ul className={classes.list}>
        <Names label="Added" components={changes.added} />
        <Names label="Changed" components={changes.changed} />
        <Names label="Removed" components={changes.removed} />
        {changes.connectionsAdded > 0 && <li>Connections added: {changes.connectionsAdded}</li>}
        {changes.connectionsRemoved > 0 && <li>Connections removed: {changes.connectionsRemoved}</li>}
      </ul>
    </div>
  );
}

function Names({ label, components }: { label: string; components: Component[] }) {
  if (components.length === 0) return null;
  return (
    <li>
      {label}: {components.map((component) => component.name ?? component.type).join(', ')}
    </li>
  );
}
