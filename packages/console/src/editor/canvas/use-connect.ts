import { useQueryClient } from '@tanstack/react-query';
import type { Connection } from '@workflow/workflow-model';
import { useCallback } from 'react';
import { connect, connectionKey } from '../draft/draft-edits.ts';
import { fillWhenLoaded } from '../draft/fill-when-loaded.ts';
import { useEditor } from '../editor-context.ts';

/** Connects a port with a component, and fills in what that reads of a request behind a webhook. */
export function useConnect(): (connection: Connection) => void {
  const { store, workflowId } = useEditor();
  const client = useQueryClient();
  return useCallback(
    (connection) => {
      const undoKey = `connect ${connectionKey(connection)}`;
      const before = store.getState().draft;
      store.apply(connect(connection), undoKey);
      const from = before.components.find(({ id }) => id === connection.from);
      void fillWhenLoaded({ store, workflowId }, client, { from, to: connection.to, before, undoKey });
    },
    [store, workflowId, client],
  );
}
