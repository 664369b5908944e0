import { defineRunner, type Database } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

/** Of a result that fits in a step: as a database sends it, and as JSON it has other bytes. */
const SENT_PER_OUTPUT_BYTE = 2;

/** The result is committed after the statement: only `runOnceTable` makes sure that it ran once. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { query, parameters = [], maxRows, runOnceTable } = context.config;
    const input = { query, parameters, maxRows, ...(runOnceTable !== undefined && { runOnceTable }) };
    context.recordInput(input);
    const database = (await context.openCredential<Database>('credential')) as Database;
    await context.beginEffect(input);
    const { rows, rowCount } = await database.run(
      {
        text: query,
        parameters,
        maxRows,
        maxBytes: context.maxOutputBytes * SENT_PER_OUTPUT_BYTE,
        timeoutMs: context.timeoutMs,
        ...(runOnceTable !== undefined && { runOnce: { table: runOnceTable, key: context.idempotencyKey } }),
      },
      context.signal,
    );
    return { kind: 'succeeded', output: { rows, rowCount } };
  },
});
