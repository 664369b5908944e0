import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { failureNames } from '../../packages/console/src/texts/failures.ts';
import { actionNames } from '../../packages/console/src/texts/names.ts';

const SRC = join(import.meta.dirname, '../../packages/console/src');
const TEXTS = join(SRC, 'texts');
const MODULES = readdirSync(TEXTS);

/** Names of the same form that are no actions. */
const EVENTS = new Set(['session.succeeded', 'session.failed', 'session.cancelled', 'workflow.failing']);
const ROOT = join(import.meta.dirname, '../..');

function sourcesWith(module: string): string {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(SRC, path), 'utf8'))
    .filter((source) => source.includes(`texts/${module}'`))
    .join('\n');
}

test.each(MODULES)('every text of %s is used, so that none is translated in vain', (module) => {
  const text = readFileSync(join(TEXTS, module), 'utf8');
  const list = /^export const texts = \{\n(.*?)^\};/ms.exec(text)?.[1] ?? '';
  const keys = [...list.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key);
  const sources = sourcesWith(module);
  expect(sources).not.toBe('');
  expect(keys.filter((key) => !new RegExp(`\\btexts\\.${key}\\b`).test(sources))).toEqual([]);
});

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
