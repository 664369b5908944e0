import { expect, test } from '@jest/globals';
import { columnsOfModel } from '../migrations/columns-of-model.ts';
import type { NewSession } from './new-session.ts';
import { CHILD_COLUMNS, ENQUEUED, HELD_OR_RARE, isMoreThanPlain, SESSION_COLUMNS } from './session-columns.ts';

const PLAIN: NewSession = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  organizationId: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c01',
  workflowId: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c02',
  definitionId: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c03',
  workflowVersion: 1,
  componentId: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c04',
  trigger: 'API',
  mode: 'PROD',
  startedBy: null,
  placeholderValuesJson: '{}',
  unchangedByJsonb: true,
  enqueue: true,
  pool: 'default',
};

test.each<[string, Partial<NewSession>]>([
  ['keys of flow control', { flow: { concurrencyKey: '', orderKey: '' } }],
  ['sensitive values', { sealed: Buffer.from('sealed') }],
  ['a warning', { warning: 'The key could not be computed.' }],
  ['a time of its start', { timing: { startAtMs: 0 } }],
  ['a delay', { timing: { startAfterSeconds: 0 } }],
  ['an expiry', { timing: { expireAfterSeconds: 60 } }],
  ['a label', { label: '' }],
  ['a conversation', { conversation: Buffer.from('digest') }],
  ['a pool that PostgreSQL reads', { pool: undefined }],
])('a session with %s needs the statement with all columns', (_, more) => {
  expect(isMoreThanPlain({ ...PLAIN, ...more })).toBe(true);
});

test.each<[string, Partial<NewSession>]>([
  ['nothing further', {}],
  ['no label', { label: null }],
  ['no times', { timing: {} }],
  ['a guard', { idempotency: { key: 'k', bodyHash: Buffer.from('h'), response: null } }],
  ['a key that started it', { startedBy: PLAIN.id, priority: 'high', enqueue: false }],
])('a session with %s does not', (_, more) => {
  expect(isMoreThanPlain({ ...PLAIN, ...more })).toBe(false);
});

/** The columns that are not set when a session is accepted, each with what sets it later. */
const SET_LATER: Record<string, string> = {
  status: 'its default is QUEUED',
  rare_status: 'PostgreSQL generates it from the status',
  output: 'the end',
  error: 'the end',
  ordered_output: 'the end',
  hidden_output: 'the end',
  output_bytes: 'the end',
  packed_steps: 'the end',
  claim_number: 'claims and cancels',
  run: 'a retry',
  resume_from_run: 'a retry',
  results_from: 'a retry',
  moved: 'a retry',
  crashes: 'the claim after a lost executor',
  executor_id: 'the claim',
  due_at: 'a wait',
  waiting_since: 'a wait',
  waited_ms: 'the claim after a wait',
  started_at: 'the claim',
  finished_at: 'the end',
  children_finished: 'the ends of its children',
};

test('the acceptance sets each column of a session, or something else sets it later', async () => {
  const accepted = [SESSION_COLUMNS, ENQUEUED, HELD_OR_RARE, CHILD_COLUMNS]
    .flat()
    .flatMap(({ stored }) => (stored === undefined ? [] : [stored.name]));
  expect([...new Set(accepted), ...Object.keys(SET_LATER)].toSorted()).toEqual(
    (await columnsOfModel('Session')).toSorted(),
  );
});
