import { setImmediate as nextSlice } from 'node:timers/promises';
import type { Definition, StartRules, StartRulesOf } from '@workflow/workflow-model';
import { sealSession } from './seal-session.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { nameFilesIn } from '../files/file-uses.ts';
import { ReadyResults, transactionWithResults } from '../postgres/ready-results.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import { ACCEPT, ACCEPT_HELD, runAccept } from './accept-statement.ts';
import { isMoreThanPlain } from './session-columns.ts';
import { assembleSession, computeParts, hasExpressions, plainParts } from './build-session.ts';
import type { SessionToBuild, StartParts } from './build-session.ts';
import type { NewSession } from './new-session.ts';

/** The dependencies of code that starts sessions within a transaction. */
export interface StartTools {
  startRulesOf: StartRulesOf;
  seals: SensitiveSeals;
}

/** The rules for a store that does not compile rules. They apply only the priority and the pool of a definition. */
export const priorityAlone: StartRulesOf = ({ flow, pool }, { isDraft = false } = {}) => ({
  priority: isDraft ? undefined : flow?.priority,
  expireAfterSeconds: undefined,
  pool,
  flowKeys: null,
  label: null,
  hide: () => null,
  gather: () => undefined,
});

/** A session that starts within a transaction. Its id is the same in each attempt of the transaction. */
export interface StartingSession extends SessionToBuild {
  id: string;
  definition: Definition;
  /** True for an item of a loop. Keys, label and gathering of a workflow apply only to whole runs. */
  isItem?: boolean;
}

/** Results of rules that were computed before the current attempt of a transaction. */
export type ReadyStarts = ReadyResults<StartParts>;

/** Runs a transaction that starts sessions. Expressions are evaluated while no transaction is open. */
export function startingTransaction<Result>(
  sql: Sql,
  run: (query: Query, ready: ReadyStarts) => Promise<Result>,
): Promise<Result> {
  const ready: ReadyStarts = new ReadyResults();
  return transactionWithResults(sql, (query) => run(query, ready));
}

/**
 * Builds sealed sessions for the backlog within a transaction. Evaluates expressions of rules outside of it.
 * @throws an error that ends this attempt of the transaction if results of its rules are not computed yet
 */
export async function buildReady(
  starting: readonly StartingSession[],
  ready: ReadyStarts,
  { startRulesOf, seals }: StartTools,
): Promise<NewSession[]> {
  const compiled = new Map<Definition, StartRules>();
  const rulesOf = ({ definition, mode, isItem }: StartingSession): StartRules => {
    const rules = compiled.get(definition) ?? startRulesOf(definition, { isDraft: mode === 'TEST' });
    compiled.set(definition, rules);
    return isItem === true ? ofItem(rules) : rules;
  };
  const owners = starting.flatMap((start) => {
    const rules = rulesOf(start);
    return hasExpressions(rules) ? [{ ...ownerOf(start), rules, start }] : [];
  });
  ready.require(owners, async function* compute(missing) {
    for (const owner of missing) yield [owner, await computeParts(owner.rules, owner.start)] as const;
  });
  const sessions: NewSession[] = [];
  for (const start of starting) {
    const { definition: _definition, isItem: _isItem, ...toBuild } = start;
    const rules = rulesOf(start);
    const parts = ready.of(ownerOf(start)) ?? plainParts(rules, toBuild);
    sessions.push(await sealSession(seals, { ...assembleSession(rules, toBuild, parts), enqueue: false }));
    // Masking may take long, so the event loop gets time for other code.
    if (starting.length > 1) await nextSlice();
  }
  return sessions;
}

function ofItem(rules: StartRules): StartRules {
  return { ...rules, flowKeys: null, label: null, gather: () => undefined };
}

/**
 * Starts sessions within a transaction, and references the files of their values. They join the backlog, or are on hold
 * because of their keys.
 * @throws an error that ends this attempt of the transaction if results of its rules are not computed yet
 */
export async function startSessions(
  query: Query,
  starting: readonly StartingSession[],
  ready: ReadyStarts,
  tools: StartTools,
): Promise<void> {
  if (starting.length === 0) return;
  const sessions = await buildReady(starting, ready, tools);
  const further = sessions.filter(isMoreThanPlain);
  const plain = sessions.filter((session) => !isMoreThanPlain(session));
  if (plain.length > 0) await runAccept(query, ACCEPT, plain);
  if (further.length > 0) await runAccept(query, ACCEPT_HELD, further);
  await nameFilesOf(query, starting);
}

/** References the files of the sessions. Uses the unmasked values, because masked ones do not name files. */
export async function nameFilesOf(query: Query, starting: readonly StartingSession[]): Promise<void> {
  for (const [organizationId, startingOfOne] of Map.groupBy(starting, (start) => start.organizationId)) {
    const naming = startingOfOne.map(({ id, values }) => ({ id, valuesJson: JSON.stringify(values) }));
    await nameFilesIn(query, organizationId, naming);
  }
}

const ownerOf = ({ id, definitionId }: StartingSession) => ({ sessionId: id, definitionId });
