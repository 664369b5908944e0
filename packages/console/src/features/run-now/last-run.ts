import { queryOptions } from '@tanstack/react-query';
import type { Component, Field, JsonObject } from '@workflow/workflow-model';
import { readRemembered } from '../../api/browser-memory.ts';
import { listSessions } from '../../api/queries/sessions.ts';
import { firstValuesQuery } from '../../editor/triggers/first-values.ts';
import { takenBy } from '../../editor/triggers/taken-by.ts';
import { withoutSensitive } from '../../editor/values/without-sensitive.ts';

const RECENT = 20;

interface Start {
  workflowId: string;
  component: Component;
  fields: readonly Field[];
}

/**
 * Reads the values that last started the published version at this trigger: in this browser, or by anybody in the last
 * sessions. A webhook's request is as in its test. Sensitive values and removed fields are left out.
 */
export function lastRunQuery(start: Start) {
  const { workflowId, component, fields } = start;
  return queryOptions({
    queryKey: ['last-run', workflowId, component.id],
    gcTime: 0,
    queryFn: async ({ client }): Promise<JsonObject> => {
      const given = readRemembered('run-input', `${workflowId}:${component.id}`);
      const found =
        given ??
        (takenBy(component) === 'placeholders'
          ? await lastSent(workflowId, component.id)
          : await client.query(firstValuesQuery(start)));
      const known = new Set(fields.map(({ key }) => key));
      const present = Object.entries(found).filter(([key]) => known.has(key.split('.')[0] ?? ''));
      return withoutSensitive(fields, Object.fromEntries(present));
    },
  });
}

async function lastSent(workflowId: string, componentId: string): Promise<JsonObject> {
  const { items } = await listSessions({ workflowId, mode: 'PROD' }, RECENT).catch(() => ({ items: [] }));
  const last = items.find((session) => session.componentId === componentId);
  return (last?.placeholderValues ?? {}) as JsonObject;
}
