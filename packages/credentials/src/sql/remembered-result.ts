import { StepFailure, type DatabaseResult, type DatabaseStatement, type JsonObject } from '@workflow/component-kit/run';

/** The largest result that `runOnce` stores. */
const MAX_STORED_BYTES = 262_144;
/** Longer than the key of any step. */
export const MAX_KEY_LENGTH = 200;

/** Returns the text of a result that `runOnce` stores. @throws StepFailure OUTPUT_TOO_LARGE */
export function storedResult(result: DatabaseResult): string {
  const text = JSON.stringify(result);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_STORED_BYTES)
    throw new StepFailure(
      'OUTPUT_TOO_LARGE',
      `the result has ${bytes} bytes, and with runOnceTable ${MAX_STORED_BYTES} are allowed; nothing was changed`,
    );
  return text;
}

/** Reads the result that an earlier try stored. */
export function rememberedResult(text: string | null): DatabaseResult {
  const { rows, rowCount } = JSON.parse(text ?? '{}') as { rows?: JsonObject[]; rowCount?: number };
  return { rows: rows ?? [], rowCount: rowCount ?? 0 };
}

/**
 * Returns the table and the key after checking that they can be written into statements. @throws StepFailure
 * CONFIG_INVALID
 */
export function requireRunOnce({ runOnce }: DatabaseStatement): { table: string; key: string } | null {
  if (runOnce === undefined) return null;
  const { table, key } = runOnce;
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(table))
    throw new StepFailure('CONFIG_INVALID', 'runOnceTable must be letters, digits and underscores');
  if (!/^[\w:.-]+$/.test(key) || key.length > MAX_KEY_LENGTH)
    throw new StepFailure('CONFIG_INVALID', 'the key of the step cannot be stored');
  return { table, key };
}
