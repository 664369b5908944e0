import { PRIORITIES, type Definition, type JsonObject } from '@workflow/workflow-model';
import { ACCEPT, ACCEPT_HELD, runAccept } from '../acceptance/accept-statement.ts';
import { describeSession } from '../acceptance/new-session.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import type { FlowKeysOf, ReadyKeys } from '../rows/flow-keys-of.ts';

/** A due time whose session starts, and the version that it runs. */
export interface StartingDueTime {
  organizationId: string;
  workflowId: string;
  componentId: string;
  definitionId: string;
  workflowVersion: number;
  output: string | null;
  hasFlow: boolean;
  dueMs: number;
}

export interface KeyComputing {
  ready: ReadyKeys;
  flowKeysOf: FlowKeysOf;
}

/** Ids of the sessions of due times, the same in each attempt of a transaction, which begins again for flow keys. */
export class DueSessionIds {
  readonly #ids = new Map<string, string>();

  of({ workflowId, componentId, dueMs }: StartingDueTime): string {
    const key = `${workflowId} ${componentId} ${dueMs}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = timeOrderedId();
    this.#ids.set(key, id);
    return id;
  }
}

const READ_DEFINITIONS: Statement = {
  name: 'read_definitions_of_due_times',
  text: 'SELECT id, content AS definition FROM definitions WHERE id = ANY ($1::uuid[])',
};

/**
 * Makes the sessions of due times, in the backlog, from which the dispatcher feeds them.
 * @throws what ends the attempt of a transaction whose keys are not ready
 */
export async function startDueTimes(
  query: Query,
  starting: readonly StartingDueTime[],
  ids: DueSessionIds,
  { ready, flowKeysOf }: KeyComputing,
): Promise<void> {
  if (starting.length === 0) return;
  const definitions = await readDefinitions(query, starting);
  const owners = starting.flatMap((due) => {
    const definition = definitions.get(due.definitionId);
    return definition === undefined
      ? []
      : [{ sessionId: ids.of(due), definitionId: due.definitionId, definition, due }];
  });
  ready.require(owners, async function* compute(missing) {
    for (const owner of missing) yield [owner, await flowKeysOf(owner.definition, valuesOf(owner.due))] as const;
  });
  const sessions = starting.map((due) => {
    const id = ids.of(due);
    const { organizationId, workflowId, definitionId, workflowVersion, componentId } = due;
    const session = describeSession({
      id,
      organizationId,
      workflowId,
      definitionId,
      workflowVersion,
      componentId,
      trigger: 'SCHEDULE',
      mode: 'PROD',
      values: valuesOf(due),
      startedBy: null,
      priority: definitions.get(definitionId)?.flow?.priority ?? PRIORITIES[1],
      flow: ready.of({ sessionId: id, definitionId }) ?? undefined,
    });
    return { ...session, enqueue: false };
  });
  const held = sessions.filter(({ flow }) => flow !== undefined);
  const free = sessions.filter(({ flow }) => flow === undefined);
  if (free.length > 0) await runAccept(query, ACCEPT, free);
  if (held.length > 0) await runAccept(query, ACCEPT_HELD, held);
}

/** Those that flow control needs; what other versions contain is not read. */
async function readDefinitions(
  query: Query,
  starting: readonly StartingDueTime[],
): Promise<ReadonlyMap<string, Definition>> {
  const wanted = new Set(starting.flatMap(({ hasFlow, definitionId }) => (hasFlow ? [definitionId] : [])));
  if (wanted.size === 0) return new Map();
  const rows = await query<{ id: string; definition: Definition }>(READ_DEFINITIONS, [plainArray([...wanted])]);
  return new Map(rows.map(({ id, definition }) => [id, definition]));
}

/** The due time under the component's output, as placeholders of type DATE_TIME are normalized. */
function valuesOf({ output, dueMs }: StartingDueTime): JsonObject {
  return output === null ? {} : { [output]: new Date(dueMs).toISOString().replace('.000Z', 'Z') };
}
