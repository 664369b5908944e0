import { PRIORITIES, type Definition, type JsonObject, type SessionTrigger } from '@workflow/workflow-model';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import type { FlowKeysOf, ReadyKeys } from '../rows/flow-keys-of.ts';
import { nameFilesIn } from '../rows/name-files.ts';
import { ACCEPT, ACCEPT_HELD, runAccept } from './accept-statement.ts';
import { describeSession } from './new-session.ts';

/** A session that a trigger of a published version starts by itself. */
export interface StartingSession {
  /** The same in each attempt of a transaction, which begins again for flow keys. */
  id: string;
  organizationId: string;
  workflowId: string;
  componentId: string;
  definitionId: string;
  workflowVersion: number;
  trigger: SessionTrigger;
  /** Whether the version has `flow`. */
  hasFlow: boolean;
  values: JsonObject;
}

export interface KeyComputing {
  ready: ReadyKeys;
  flowKeysOf: FlowKeysOf;
}

const READ_DEFINITIONS: Statement = {
  name: 'read_definitions_that_start',
  text: 'SELECT id, content AS definition FROM definitions WHERE id = ANY ($1::uuid[])',
};

/**
 * Makes the sessions in the backlog, from which the dispatcher feeds them, and names the files of their values.
 * @throws what ends the attempt of a transaction whose keys are not ready
 */
export async function startPublished(
  query: Query,
  starting: readonly StartingSession[],
  { ready, flowKeysOf }: KeyComputing,
): Promise<void> {
  if (starting.length === 0) return;
  const definitions = await readDefinitions(query, starting);
  const owners = starting.flatMap(({ id, definitionId, values }) => {
    const definition = definitions.get(definitionId);
    return definition === undefined ? [] : [{ sessionId: id, definitionId, definition, values }];
  });
  ready.require(owners, async function* compute(missing) {
    for (const owner of missing) yield [owner, await flowKeysOf(owner.definition, owner.values)] as const;
  });
  const sessions = starting.map(({ hasFlow: _hasFlow, ...session }) => ({
    ...describeSession({
      ...session,
      mode: 'PROD',
      startedBy: null,
      priority: definitions.get(session.definitionId)?.flow?.priority ?? PRIORITIES[1],
      flow: ready.of({ sessionId: session.id, definitionId: session.definitionId }) ?? undefined,
    }),
    enqueue: false,
  }));
  const held = sessions.filter(({ flow }) => flow !== undefined);
  const free = sessions.filter(({ flow }) => flow === undefined);
  if (free.length > 0) await runAccept(query, ACCEPT, free);
  if (held.length > 0) await runAccept(query, ACCEPT_HELD, held);
  for (const [organizationId, own] of Map.groupBy(sessions, (session) => session.organizationId))
    await nameFilesIn(
      query,
      organizationId,
      own.map(({ id, placeholderValuesJson }) => ({ id, valuesJson: placeholderValuesJson })),
    );
}

/** Those that flow control needs; what other versions contain is not read. */
async function readDefinitions(
  query: Query,
  starting: readonly StartingSession[],
): Promise<ReadonlyMap<string, Definition>> {
  const wanted = new Set(starting.flatMap(({ hasFlow, definitionId }) => (hasFlow ? [definitionId] : [])));
  if (wanted.size === 0) return new Map();
  const rows = await query<{ id: string; definition: Definition }>(READ_DEFINITIONS, [plainArray([...wanted])]);
  return new Map(rows.map(({ id, definition }) => [id, definition]));
}
