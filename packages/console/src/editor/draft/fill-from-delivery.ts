import type { QueryClient } from '@tanstack/react-query';
import { findComponentType } from '@workflow/components/descriptors';
import { isJsonObject, type Component, type Json } from '@workflow/workflow-model';
import type { EditorParts } from '../editor-context.ts';
import { changeComponent } from './draft-edits.ts';
import { configOfBody, requestOf } from './request-before.ts';

/**
 * Fills in a component that reads JSON, and that nobody has filled in yet, when it follows a trigger that receives
 * requests: source and path immediately, the fields from the last delivery. All of it is one undo step.
 */
export function fillFromDelivery(
  { store, workflowId }: Pick<EditorParts, 'store' | 'workflowId'>,
  client: QueryClient,
  { from, to, undoKey }: { from: Component | undefined; to: string; undoKey: string },
): void {
  const added = store.getState().draft.components.find(({ id }) => id === to);
  const request = requestOf(from);
  const read = added === undefined || request === null ? null : configOfBody(added.type, request);
  if (from === undefined || added === undefined || read === null || isFilledIn(added)) return;
  change(read);
  // Without a delivery the fields are inferred later, from a body that is pasted.
  void inferFields(from, added).catch(() => undefined);

  async function inferFields(trigger: Component, reader: Component): Promise<void> {
    const [{ deliveriesQuery }, { fieldsOfSample }] = await Promise.all([
      import('../values/webhook-sample.ts'),
      import('../fields/fields-of-sample.ts'),
    ]);
    const [last] = await client.query(deliveriesQuery(workflowId, trigger));
    const body = last === undefined ? null : bodyOf(last.request);
    const fields = fieldsProperty(reader);
    if (body !== null && fields !== null && isEmpty(fields))
      change({ [fields]: fieldsOfSample(body) as unknown[] as Json[] });
  }
  function change(config: Component['config']): void {
    const edit = changeComponent(to, (component) => ({ ...component, config: { ...component.config, ...config } }));
    store.apply(edit, undoKey);
  }
  function isEmpty(fields: string): boolean {
    const value = store.getState().draft.components.find(({ id }) => id === to)?.config[fields];
    return value === undefined || (Array.isArray(value) && value.length === 0);
  }
}

/** The property that lists the fields that a component reads. */
function fieldsProperty(component: Component): string | null {
  const produces = findComponentType(component)?.produces ?? null;
  return produces !== null && 'fieldsFromConfig' in produces ? produces.fieldsFromConfig : null;
}

function isFilledIn({ type, config }: Component): boolean {
  const preview = findComponentType({ type })?.preview;
  return preview === null || preview === undefined || (config[preview.property] ?? '') !== '';
}

function bodyOf(request: string): Component['config'] | null {
  const { body } = JSON.parse(request) as { body?: Json };
  return isJsonObject(body) ? body : null;
}
