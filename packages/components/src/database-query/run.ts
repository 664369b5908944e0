import { defineRunner, type Database, type Json, type JsonObject } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

/** The ratio of received bytes to output bytes, because JSON has another size than the data of a database. */
const SENT_PER_OUTPUT_BYTE = 2;

/** Shorter texts are sent to a process together. */
const SMALL_TEXT = 16_384;

function handedOver(texts: readonly string[]): JsonObject {
  const values: JsonObject = { small: texts.map((text) => (text.length > SMALL_TEXT ? null : text)) };
  for (const [index, text] of texts.entries()) if (text.length > SMALL_TEXT) values[`large ${index}`] = text;
  return values;
}

/** Runs the statement. The result is committed afterwards, so only `runOnceTable` ensures that it runs once. */
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
        parseJson: async (texts) => (await context.runDataJob(handedOver(texts))) as Json[],
        ...(runOnceTable !== undefined && { runOnce: { table: runOnceTable, key: context.idempotencyKey } }),
      },
      context.signal,
    );
    return { kind: 'succeeded', output: { rows, rowCount } };
  },
});
