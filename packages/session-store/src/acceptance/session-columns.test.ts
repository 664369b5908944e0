import { expect, test } from '@jest/globals';
import type { NewSession } from './new-session.ts';
import { isMoreThanPlain } from './session-columns.ts';

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
