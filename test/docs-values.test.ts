import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { COMPONENT_TYPES } from '@workflow/components/descriptors';
import { WAITING_FOR } from '@workflow/workflow-model';

/** Returns the values in code in the first column of the table that begins with this header. */
function firstColumn(page: string, header: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '../docs', page), 'utf8');
  const table = text.split(`\n${header}\n`)[1]?.split('\n\n')[0] ?? '';
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, value]) => value!);
}

test('docs/session-states.md explains every reason why a session waits', () => {
  const documented = firstColumn('session-states.md', '| `waitingFor` | reason | what to do |');
  expect(documented.sort()).toEqual([...WAITING_FOR].sort());
});

test('docs/webhooks.md lists every scheme of signatures', () => {
  const webhook = COMPONENT_TYPES.find(({ type }) => type === 'webhook')!;
  const { verification } = webhook.configSchema.properties as unknown as {
    verification: { properties: { scheme: { enum: string[] } } };
  };
  const documented = firstColumn('webhooks.md', '| `scheme` | what the secret contains | signed time |');
  expect(documented).toEqual(verification.properties.scheme.enum);
});
