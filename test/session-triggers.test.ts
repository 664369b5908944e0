import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SESSION_TRIGGERS } from '@workflow/workflow-model';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const sorted = (words: readonly string[]): string[] => [...words].sort();

test("the schema's enum has the triggers of sessions, and no others", () => {
  const [, body = ''] =
    /^enum SessionTrigger \{([^}]*)@@map\("session_trigger"\)/m.exec(read('prisma/schema.prisma')) ?? [];
  expect(sorted(body.match(/\w+/g) ?? [])).toEqual(sorted(SESSION_TRIGGERS));
});

test('the page of metrics names every trigger of sessions', () => {
  const line = read('docs/metrics.md')
    .split('\n')
    .find((each) => each.startsWith('| `workflow_sessions_accepted_total`'));
  expect(sorted([...(line ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, word]) => word!))).toEqual(sorted(SESSION_TRIGGERS));
});
