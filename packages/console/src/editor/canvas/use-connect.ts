import { useQueryClient } from '@tanstack/react-query';
import type { Connection } from '@workflow/workflow-model';
import { useCallback } from 'react';
import { connect, connectionKey } from '../draft/draft-edits.ts';
import { fillWhenLoaded } from '../draft/fill-when-loaded.ts';
import { withListFilled } from '../draft/with-list-filled.ts';
import { withSettingsOn } from '../draft/with-settings-on.ts';
import { useEditor } from '../editor-context.ts';

/** Connects a port with a component, and fills in what that reads of a request behind a webhook. */
export function useConnect(): (connection: Connection) => void {
  const { store, workflowId } = useEditor();
  const client = useQueryClient();
  return useCallback(
    (connection) => {
      const undoKey = `connect ${connectionKey(connection)}`;
      store.apply(withListFilled(withSettingsOn(connect(connection)), connection.to), undoKey);
      const from = store.getState().draft.components.find(({ id }) => id === connection.from);
      void fillWhenLoaded({ store, workflowId }, client, { from, to: connection.to, undoKey });
    },
    [store, workflowId, client],
  );
}
