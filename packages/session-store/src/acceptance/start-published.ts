import type { Definition, JsonObject, SessionTrigger } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';
import { orderedColumn } from '../values/key-order.ts';
import { startSessions, type ReadyStarts, type StartTools } from './start-sessions.ts';

/** A session that a trigger of a published version starts by itself. */
export interface PublishedStart {
  /** The same in each attempt of the transaction, which is repeated after expressions were evaluated. */
  id: string;
  organizationId: string;
  workflowId: string;
  componentId: string;
  definitionId: string;
  workflowVersion: number;
  trigger: SessionTrigger;
  /** True if the version has flow control, a label or sensitive fields. */
  hasRules: boolean;
  values: JsonObject;
}

const READ_DEFINITION = statement<{ definitionId: string }, { id: string; definition: Definition }>()(
  'read_definition_that_starts',
  `SELECT d.id, ${orderedColumn('d', 'content', 'ordered_content')} AS definition
    FROM definitions d WHERE d.id = $definitionId`,
  { id: 'uuid', definition: 'json' },
);

const NO_RULES: Definition = { components: [], connections: [] };

/**
 * Starts sessions of published versions. Does not read definitions without rules.
 * @throws an error that ends this attempt of the transaction if results of its rules are not computed yet
 */
export async function startPublished(
  query: Query,
  starting: readonly PublishedStart[],
  ready: ReadyStarts,
  tools: StartTools,
): Promise<void> {
  if (starting.length === 0) return;
  const definitions = await readDefinitions(query, starting);
  const sessions = starting.map(({ hasRules: _hasRules, ...start }) => ({
    ...start,
    mode: 'PROD' as const,
    startedBy: null,
    definition: definitions.get(start.definitionId) ?? NO_RULES,
  }));
  await startSessions(query, sessions, ready, tools);
}

async function readDefinitions(
  query: Query,
  starting: readonly PublishedStart[],
): Promise<ReadonlyMap<string, Definition>> {
  const definitionIds = new Set(starting.flatMap(({ hasRules, definitionId }) => (hasRules ? [definitionId] : [])));
  const definitions = new Map<string, Definition>();
  // Each statement reads one definition, so that each is parsed in a separate turn of the event loop.
  for (const wantedId of definitionIds)
    for (const { id, definition } of await query(...READ_DEFINITION.with({ definitionId: wantedId })))
      definitions.set(id, definition);
  return definitions;
}
