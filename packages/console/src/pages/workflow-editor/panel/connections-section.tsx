import '@mantine/core/styles/Combobox.layer.css';
import { ActionIcon, NativeSelect } from '@mantine/core';
import type { Component, Connection } from '@workflow/workflow-model';
import { IconX } from '@tabler/icons-react';
import { isTrigger, portsOf, refusalOf } from '../../../editor/draft/connection-rules.ts';
import { useConnect } from '../../../editor/canvas/use-connect.ts';
import { connectionKey, removeConnections } from '../../../editor/draft/draft-edits.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import classes from './connections-section.module.css';
import { componentName } from '../../../editor/draft/component-name.ts';

/** Connections of each port, edited without a mouse; only allowed targets are offered. */
export function ConnectionsSection({ component }: { component: Component }) {
  const { components, connections } = useDraft((state) => state.draft);
  const nameOf = (id: string) => {
    const found = components.find((one) => one.id === id);
    return found ? componentName(found) : id;
  };
  const incoming = connections.filter(({ to }) => to === component.id);

  return (
    <div className={classes.root}>
      {!isTrigger(component) && (
        <div>
          <h3 className={classes.port}>Incoming</h3>
          {incoming.length === 0 && <p className={classes.none}>No incoming connections yet.</p>}
          <ConnectionList
            label="Connect from"
            direction="from"
            existing={incoming}
            imaginable={components.flatMap((source) =>
              portsOf(source).map((port) => ({ from: source.id, port, to: component.id })),
            )}
            nameOf={({ from, port }) => `${nameOf(from)} · ${port}`}
          />
        </div>
      )}
      {portsOf(component).map((port) => (
        <div key={port}>
          <h3 className={classes.port}>Port {port}</h3>
          {port === 'error' && (
            <p className={classes.none}>
              Runs when the step fails, and the session continues. The placeholder error has the reason.
            </p>
          )}
          <ConnectionList
            label={`Connect port ${port} to`}
            direction="to"
            existing={connections.filter((connection) => connection.from === component.id && connection.port === port)}
            imaginable={components.map((target) => ({ from: component.id, port, to: target.id }))}
            nameOf={({ to }) => nameOf(to)}
          />
        </div>
      ))}
    </div>
  );
}

interface ConnectionListProps {
  label: string;
  direction: 'from' | 'to';
  existing: Connection[];
  /** The allowed ones of these are offered. */
  imaginable: Connection[];
  nameOf: (connection: Connection) => string;
}

function ConnectionList({ label, direction, existing, imaginable, nameOf }: ConnectionListProps) {
  const { store } = useEditor();
  const connect = useConnect();
  const draft = useDraft((state) => state.draft);
  const allowed = imaginable.filter((connection) => refusalOf(draft, connection) === null);
  return (
    <>
      <ul className={classes.rows}>
        {existing.map((connection) => (
          <li key={connectionKey(connection)} className={classes.row}>
            <span className={classes.label}>{nameOf(connection)}</span>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={`Delete the connection: ${nameOf(connection)}`}
              onClick={() => store.apply(removeConnections(new Set([connectionKey(connection)])))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <NativeSelect
        size="xs"
        aria-label={label}
        disabled={allowed.length === 0}
        value=""
        onChange={(event) => {
          const chosen = allowed.find((one) => connectionKey(one) === event.currentTarget.value);
          if (chosen) connect(chosen);
        }}
        data={[
          {
            value: '',
            label: allowed.length === 0 ? `Nothing to connect ${direction}` : `Connect ${direction}…`,
            disabled: true,
          },
          ...allowed.map((connection) => ({ value: connectionKey(connection), label: nameOf(connection) })),
        ]}
      />
    </>
  );
}
