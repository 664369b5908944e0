import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { failureNames } from '../../packages/console/src/names/failure-names.ts';
import { actionNames } from '../../packages/console/src/pages/settings/action-names.ts';

/** Names of the same form that are not actions. */
const EVENTS = new Set([
  'session.succeeded',
  'session.failed',
  'session.cancelled',
  'workflow.failing',
  'failure.new',
  'approval.waiting',
]);
const ROOT = join(import.meta.dirname, '../..');

test('every error code of a session that docs/errors.md lists has a name', () => {
  const [, sessions = ''] = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8').split('## Sessions');
  const codes = [...sessions.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code);
  expect(Object.keys(failureNames).toSorted()).toEqual(codes.toSorted());
});

test('every action that is written to the audit log has a name', () => {
  const kinds = new Set(Object.keys(actionNames).map((action) => action.split('.', 1)[0]));
  const sources = ['packages/session-store/src', 'services/ingress/src/accounts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/generated|\.test\.ts$/.test(path))
      .map((path) => readFileSync(join(ROOT, folder, path), 'utf8')),
  );
  const actions = sources
    .flatMap((source) => [...source.matchAll(/'(([a-z-]+)\.[a-z-]+)'/g)])
    .filter(([, name = '', kind]) => kinds.has(kind) && !EVENTS.has(name))
    .map(([, name = '']) => name);
  expect(actions).toContain('session.delete');
  expect(actions.filter((action) => !(action in actionNames))).toEqual([]);
});
