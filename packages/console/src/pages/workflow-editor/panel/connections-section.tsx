import '@mantine/core/styles/Combobox.layer.css';
import { ActionIcon, NativeSelect } from '@mantine/core';
import type { Component } from '@workflow/workflow-model';
import { IconX } from '@tabler/icons-react';
import { isTrigger, portsOf, refusalOf } from '../../../editor/draft/connection-rules.ts';
import { useConnect } from '../../../editor/canvas/use-connect.ts';
import { connectionKey, removeConnections } from '../../../editor/draft/draft-edits.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import classes from './connections-section.module.css';
import { componentName } from '../../../editor/draft/component-name.ts';

/** Connections of each port, edited without a mouse; only allowed targets are offered. */
export function ConnectionsSection({ component }: { component: Component }) {
  const { store } = useEditor();
  const connect = useConnect();
  const draft = useDraft((state) => state.draft);
  const nameOf = (id: string) => {
    const found = draft.components.find((one) => one.id === id);
    return found ? componentName(found) : id;
  };
  const sources = draft.components.flatMap((source) =>
    portsOf(source)
      .map((port) => ({ from: source.id, port, to: component.id }))
      .filter((connection) => refusalOf(draft, connection) === null),
  );
  const incoming = draft.connections.filter((connection) => connection.to === component.id);

  return (
    <div className={classes.root}>
      {!isTrigger(component) && (
        <div>
          <h3 className={classes.port}>Incoming</h3>
          {incoming.length === 0 && <p className={classes.none}>No incoming connections yet.</p>}
          <ConnectionRows
            rows={incoming.map((connection) => ({
              key: connectionKey(connection),
              label: `${nameOf(connection.from)} · ${connection.port}`,
            }))}
            onCut={(key) => store.apply(removeConnections(new Set([key])))}
          />
          <NativeSelect
            size="xs"
            aria-label="Connect from"
            disabled={sources.length === 0}
            value=""
            onChange={(event) => {
              const chosen = sources.find((source) => connectionKey(source) === event.currentTarget.value);
              if (chosen) connect(chosen);
            }}
            data={[
              { value: '', label: sources.length === 0 ? 'Nothing to connect from' : 'Connect from…', disabled: true },
              ...sources.map((source) => ({
                value: connectionKey(source),
                label: `${nameOf(source.from)} · ${source.port}`,
              })),
            ]}
          />
        </div>
      )}
      {portsOf(component).map((port) => {
        const outgoing = draft.connections.filter(
          (connection) => connection.from === component.id && connection.port === port,
        );
        const targets = draft.components.filter(
          (target) => refusalOf(draft, { from: component.id, port, to: target.id }) === null,
        );
        return (
          <div key={port}>
            <h3 className={classes.port}>Port {port}</h3>
            {port === 'error' && (
              <p className={classes.none}>
                Runs when the step fails, and the session continues. The placeholder error has the reason.
              </p>
            )}
            <ConnectionRows
              rows={outgoing.map((connection) => ({ key: connectionKey(connection), label: nameOf(connection.to) }))}
              onCut={(key) => store.apply(removeConnections(new Set([key])))}
            />
            <NativeSelect
              size="xs"
              aria-label={`Connect port ${port} to`}
              disabled={targets.length === 0}
              value=""
              onChange={(event) => connect({ from: component.id, port, to: event.currentTarget.value })}
              data={[
                { value: '', label: targets.length === 0 ? 'Nothing to connect to' : 'Connect to…', disabled: true },
                ...targets.map((target) => ({ value: target.id, label: componentName(target) })),
              ]}
            />
          </div>
        );
      })}
    </div>
  );
}

interface ConnectionRowsProps {
  rows: { key: string; label: string }[];
  onCut: (key: string) => void;
}

function ConnectionRows({ rows, onCut }: ConnectionRowsProps) {
  return (
    <ul className={classes.rows}>
      {rows.map(({ key, label }) => (
        <li key={key} className={classes.row}>
          <span className={classes.label}>{label}</span>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Delete the connection: ${label}`}
            onClick={() => onCut(key)}
          >
            <IconX size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
