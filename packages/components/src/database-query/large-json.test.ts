import { openDataProcesses, runComponent } from '@workflow/component-kit/testing';
import type { DatabaseStatement } from '@workflow/component-kit/run';
import type { Json } from '@workflow/workflow-model';
import { afterAll, expect, test } from '@jest/globals';
import { DATA_PROCESS_PROGRAM } from '../data-process-program.ts';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const dataProcesses = openDataProcesses(DATA_PROCESS_PROGRAM);
afterAll(() => dataProcesses.close());

/** A database that gives JSON columns with these texts. */
async function query(texts: string[], maxOutputBytes = 8_388_608) {
  const database = {
    run: async ({ parseJson }: DatabaseStatement) => {
      const before = process.cpuUsage();
      const parsed = await parseJson!(texts);
      const { user } = process.cpuUsage(before);
      cpuMs = user / 1_000;
      return { rows: parsed.map((value) => ({ value })), rowCount: parsed.length };
    },
  };
  const config = { credential: 'c', query: 'SELECT', maxRows: 1_000 };
  const more = { dataProcesses, limits: { maxOutputBytes }, answers: { credentials: { c: database } } };
  return (await runComponent({ descriptor, runner }, config, {}, more as never)).outcome;
}
let cpuMs = 0;

test('gives JSON values of any size as they are, and what is no JSON as text', async () => {
  const texts = ['{"a":1}', 'no', '12345678901234567890', JSON.stringify({ text: 'ä'.repeat(20_000) }), '[]'];
  expect(await query(texts)).toMatchObject({
    kind: 'succeeded',
    output: {
      rows: [{ a: 1 }, 'no', '12345678901234567890', { text: 'ä'.repeat(20_000) }, []].map((value) => ({
        value,
      })) as Json,
    },
  });
});

test.each<[string, () => string]>([
  ['very many empty objects', () => `[${'{},'.repeat(3_000_000)}{}]`],
  ['an object of very many names', () => `{${Array.from({ length: 700_000 }, (_, n) => `"n${n}":1`).join(',')}}`],
  ['very many long numbers', () => `[${'12345678901234567890,'.repeat(400_000)}1]`],
])('%s fail, or are parsed in another process', async (_name, make) => {
  const outcome = await query([make()]);
  expect(outcome.kind === 'failed' ? outcome.code : 'OUTPUT_TOO_LARGE').toMatch(/^(OUTPUT_TOO_LARGE|DATA_LIMIT)$/);
  expect(cpuMs).toBeLessThan(2_000);
});
