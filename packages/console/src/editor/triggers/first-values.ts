import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Trigger } from '@workflow/component-kit';
import { isMasked, type Component, type Field, type Json, type JsonObject } from '@workflow/workflow-model';
import { sampleValuesQuery } from '../values/sample-values.ts';
import { deliveriesQuery, exampleRequest, type Delivery } from '../values/webhook-sample.ts';
import { takenBy } from './taken-by.ts';

interface Start {
  workflowId: string;
  component: Component;
  /** Fields that can be sent. */
  fields: readonly Field[];
}

/** Returns true if nothing in the request is masked, so that it can be sent again. */
const isWhole = ({ request }: Delivery): boolean => !isMasked(request);

/** For each kind of input that a trigger takes, returns the input that was sent last, or an example. */
const FIRST_VALUES: Record<Trigger['takes'], (client: QueryClient, start: Start) => Promise<JsonObject>> = {
  placeholders: async (client, { workflowId, component, fields }) => ({
    ...ownTime(component, fields),
    ...startValues(fields, (await client.query(sampleValuesQuery(workflowId)).catch(() => null)) ?? {}),
  }),
  request: async (client, { workflowId, component }) => {
    const deliveries = await client.query(deliveriesQuery(workflowId, component)).catch(() => []);
    return { [component.output ?? '']: deliveries.find(isWhole)?.request ?? exampleRequest(workflowId) };
  },
};

/** Returns the query for the initial values of the form that starts a component. Unreadable values are left out. */
export function firstValuesQuery(start: Start) {
  return queryOptions({
    queryKey: ['first-values', start.workflowId, start.component.id],
    gcTime: 0,
    queryFn: ({ client }) => FIRST_VALUES[takenBy(start.component)](client, start),
  });
}

/** Returns the current time for a DATE_TIME that the trigger itself sets, such as the due time of a schedule. */
function ownTime({ output }: Component, fields: readonly Field[]): JsonObject {
  const own = fields.find(({ key, type }) => key === output && type === 'DATE_TIME');
  return own === undefined ? {} : { [own.key]: new Date().toISOString() };
}

/** Returns the last session's values of the fields, by dotted keys, as callers send them (contract §2.2 rule 6). */
function startValues(fields: readonly Field[], values: JsonObject, prefix = ''): JsonObject {
  return Object.assign(
    {},
    ...fields.map(({ key, type, fields: own }): JsonObject => {
      const value: Json | undefined = values[key];
      if (value === undefined || value === null) return {};
      if (type !== 'OBJECT') return { [prefix + key]: value };
      return typeof value === 'object' && !Array.isArray(value)
        ? startValues(own ?? [], value, `${prefix}${key}.`)
        : {};
    }),
  ) as JsonObject;
}
