import type {
  CompareDefinitions,
  ComponentChange,
  Definition,
  DefinitionMove,
  HiddenValue,
  JsonObject,
  StartRulesOf,
} from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { mayPass } from '../postgres/store-errors.ts';
import type { KeyOwner } from '../postgres/ready-results.ts';
import { orderedColumn } from '../values/key-order.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';

/** The dependencies of code that moves sessions to other definitions. */
export interface Moving {
  seals: SensitiveSeals;
  /** If left out, every component runs again. */
  compareDefinitions?: CompareDefinitions | undefined;
  startRulesOf: StartRulesOf;
}

/** A session with the definition that it moves to. */
export interface MoveOwner extends KeyOwner {
  pinnedId: string;
  /** In TEST the draft; null for the stored definition of that id. */
  draft: Definition | null;
}

/** The result of preparing the move of one session. */
export type PreparedMove =
  | { kind: 'impossible'; reason: string }
  | {
      kind: 'possible';
      changes: readonly ComponentChange[];
      /** The ids of the components at which changed bodies begin. */
      changedBodies: readonly string[];
      /** Its values, if the other definition masks more of them. */
      hiding: { shown: JsonObject; sealed: Uint8Array } | null;
    };

/** Reads one session per statement, because its values may be as large as a request body. */
const READ = statement<{ sessionId: string }, MovedSession>()(
  'read_moved_session',
  `SELECT s.organization_id AS "organizationId", s.component_id AS "componentId", s.hidden,
      ${orderedColumn('s', 'placeholder_values', 'ordered_values')} AS "values"
    FROM sessions s WHERE s.id = $sessionId`,
  { organizationId: 'uuid', componentId: 'uuid', hidden: 'bytea?', values: 'json' },
);

const READ_DEFINITION = statement<{ definitionId: string }, { content: Definition }>()(
  'read_moved_definition',
  'SELECT content FROM definitions WHERE id = $definitionId',
  { content: 'jsonb' },
);

interface MovedSession {
  organizationId: string;
  componentId: string;
  hidden: Uint8Array | null;
  values: JsonObject;
}

/** Prepares the moves of sessions. Definitions are read and compared once for all of them. */
export function movePreparer(sql: Sql, { seals, compareDefinitions, startRulesOf }: Moving) {
  const definitions = new Map<string, Definition | null>();
  const comparisons = new Map<string, DefinitionMove>();

  async function read(id: string): Promise<Definition | null> {
    const cached = definitions.get(id);
    if (cached !== undefined) return cached;
    const [row] = await sql.query(...READ_DEFINITION.with({ definitionId: id }));
    definitions.set(id, row?.content ?? null);
    return row?.content ?? null;
  }

  async function compared(owner: MoveOwner, componentId: string): Promise<[Definition, DefinitionMove] | null> {
    const before = await read(owner.pinnedId);
    const after = owner.draft ?? (owner.definitionId === null ? null : await read(owner.definitionId));
    if (after === null) return null;
    const name = `${owner.pinnedId} ${owner.definitionId} ${componentId}`;
    const cached = comparisons.get(name);
    const move = cached ?? (before && compareDefinitions?.(before, after, componentId)) ?? allChanged(after);
    comparisons.set(name, move);
    return [after, move];
  }

  return async (owner: MoveOwner): Promise<PreparedMove | null> => {
    const [session] = await sql.query(...READ.with({ sessionId: owner.sessionId }));
    if (session === undefined) return null;
    const comparison = await compared(owner, session.componentId);
    if (comparison === null) return { kind: 'impossible', reason: 'its definition is gone' };
    const [after, move] = comparison;
    if (move.kind === 'impossible') return move;
    const opened = await open(seals, owner.sessionId, session);
    if (opened === null) return { kind: 'impossible', reason: 'no key of the service opens the values of the session' };
    const problems = move.check(opened.value as JsonObject);
    if (problems.length > 0)
      return { kind: 'impossible', reason: `it does not take its values: ${problems.join('; ')}` };
    const { changes, changedBodies } = move;
    const hiding = startRulesOf(after).hide(opened.value as JsonObject, opened.sensitive);
    if (hiding === null) return { kind: 'possible', changes, changedBodies, hiding };
    const sealed = await seals.seal(session.organizationId, `session ${owner.sessionId}`, hiding.hidden);
    return { kind: 'possible', changes, changedBodies, hiding: { shown: hiding.shown, sealed } };
  };
}

function allChanged({ components }: Definition): DefinitionMove {
  const changes = components.map(({ id, name, type }) => ({
    componentId: id,
    name: name || type,
    change: 'changed' as const,
  }));
  // The components of bodies are among the changes.
  return { kind: 'possible', changes, changedBodies: [], check: () => [] };
}

/** Returns null if no key opens it. */
async function open(
  seals: SensitiveSeals,
  sessionId: string,
  { organizationId, hidden, values }: MovedSession,
): Promise<HiddenValue | null> {
  if (hidden === null) return { value: values, sensitive: [] };
  try {
    return await seals.open(organizationId, `session ${sessionId}`, hidden);
  } catch (error) {
    if (mayPass(error)) throw error;
    return null;
  }
}
