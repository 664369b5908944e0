import { EffectRefused, type Actor } from '@workflow/session-store';
import { checkRow, findFilesIn } from '@workflow/validation';
import { maskFields, sensitiveIn, type Field, type JsonObject } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { conflict, invalidRequest } from '../errors/api-error.ts';
import { required } from '../errors/required.ts';
import type { Caller } from '../http/caller.ts';
import { tablesOf } from '../http/organization-of.ts';
import { TABLE } from './table-schemas.ts';

interface WrittenRow {
  table: string;
  key: string;
  given: JsonObject;
  operation: 'insert' | 'upsert';
}

/** Writes a row for a person or a key. @returns the row in its shown form @throws ApiError */
export async function writeRow(
  context: AppContext,
  caller: Caller,
  actor: Actor,
  { table: name, key, given, operation }: WrittenRow,
): Promise<JsonObject> {
  const tables = tablesOf(context, caller);
  const table = required(await tables.find(name), TABLE, name);
  const checked = checkRow(table.columns, given, operation === 'insert' ? 'whole' : 'partial');
  if (!checked.ok) throw invalidRequest(checked.problems);
  const value = checked.row;
  await takeStoredFiles(context, caller, table.columns, value);
  const sensitive = sensitiveIn(table.columns, value);
  const shown = sensitive.length === 0 ? value : maskFields(table.columns, value);
  try {
    return await tables.writeRow(actor, table, { operation, key, row: { value, shown, sensitive } });
  } catch (error) {
    if (!(error instanceof EffectRefused)) throw error;
    if (error.code === 'KEY_EXISTS') throw conflict(error.message);
    if (error.code === 'TABLE_MISSING') required(null, TABLE, name);
    throw invalidRequest([error.message]);
  }
}

/**
 * Replaces each FILE value by the stored record of the file.
 * @throws ApiError for a file that the organization does not have
 */
async function takeStoredFiles(
  { store }: AppContext,
  { organizationId }: Caller,
  columns: readonly Field[],
  row: JsonObject,
): Promise<void> {
  for (const { fileId, path, replace } of findFilesIn(columns, row)) {
    const file = await store.files.find(organizationId, fileId);
    if (file === null) throw invalidRequest([`${path}: file '${fileId}' was not found`]);
    const { name, contentType, size, sha256 } = file;
    replace({ fileId, name, contentType, size, sha256 });
  }
}
