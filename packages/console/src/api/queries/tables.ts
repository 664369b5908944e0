import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@workflow/api-types';
import { ApiError } from '../api-error.ts';
import { api, dataOf } from '../client.ts';
import { useChange } from './use-change.ts';
import { cursorOf, PAGED } from './paged.ts';

export type Table = Schemas['Table'];
/** A row: its key and its columns. */
export type TableRow = { key: string } & Record<string, unknown>;

const KEY = ['tables'];
const CHANGE = { rereads: [KEY], alsoRefused: true };
const ROWS = 100;
/** As many as a page may have. */
const MORE_ROWS = 200;
/** Rows of an import whose refusal is shown. */
const SHOWN_REFUSED = 5;

export const tablesQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => dataOf(api.GET('/v1/organization/tables', { query: { limit: 200 } })),
});

export function tableQuery(name: string) {
  return queryOptions({
    queryKey: [...KEY, name],
    queryFn: () => dataOf(api.GET('/v1/organization/tables/{name}', { path: { name } })),
  });
}

export function tableRowsQuery(name: string) {
  return infiniteQueryOptions({
    queryKey: [...KEY, name, 'rows'],
    ...PAGED,
    queryFn: ({ pageParam }) => readRows(name, pageParam, pageParam === '' ? ROWS : MORE_ROWS),
  });
}

async function readRows(name: string, cursor: string, limit: number) {
  const query = { limit, ...cursorOf(cursor) };
  const page = await dataOf(api.GET('/v1/organization/tables/{name}/rows', { path: { name }, query }));
  return { ...page, items: page.items as TableRow[] };
}

/** All rows in the order of their keys, as they are shown: what is sensitive is masked. */
export async function readAllRows(name: string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
    const page: Awaited<ReturnType<typeof readRows>> = await readRows(name, cursor, MORE_ROWS);
    rows.push(...page.items);
    cursor = page.nextCursor;
  }
  return rows;
}

export function useCreateTable() {
  return useChange((body: Schemas['NewTable']) => dataOf(api.POST('/v1/organization/tables', { body })), {
    ...CHANGE,
    ownErrors: true,
  });
}

/** With `force` also while published workflows use it, which the dialog named before. */
export function useDeleteTable() {
  return useChange(
    ({ name, force }: { name: string; force: boolean }) =>
      dataOf(api.DELETE('/v1/organization/tables/{name}', { path: { name }, query: { force } })),
    CHANGE,
  );
}

interface WrittenRow {
  key: string;
  columns: Record<string, unknown>;
  isNew: boolean;
}

export function useWriteRow(name: string) {
  return useChange(
    ({ key, columns, isNew }: WrittenRow) =>
      isNew
        ? dataOf(api.POST('/v1/organization/tables/{name}/rows', { path: { name }, body: { key, ...columns } }))
        : dataOf(api.PUT('/v1/organization/tables/{name}/rows/{key}', { path: { name, key }, body: columns })),
    { ...CHANGE, ownErrors: true },
  );
}

interface ImportedRows {
  rows: readonly TableRow[];
  /** Stops before the next row. */
  signal: AbortSignal;
  onWritten: (count: number) => void;
}

/** Writes rows one after the other, and names the first that are refused when all were tried. */
export function useImportRows(name: string) {
  return useChange(
    async ({ rows, signal, onWritten }: ImportedRows) => {
      const refused: string[] = [];
      for (const [index, { key, ...columns }] of rows.entries()) {
        if (signal.aborted) return;
        const path = { name, key };
        try {
          await dataOf(api.PUT('/v1/organization/tables/{name}/rows/{key}', { path, body: columns }));
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 400) throw error;
          refused.push(`${key}: ${error.message}`);
        }
        onWritten(index + 1 - refused.length);
      }
      if (refused.length === 0) return;
      const more = refused.length > SHOWN_REFUSED ? `; and ${refused.length - SHOWN_REFUSED} more` : '';
      const shown = refused.slice(0, SHOWN_REFUSED).join('; ');
      throw new Error(
        `${refused.length} of ${rows.length} rows were refused, the others are imported. ${shown}${more}`,
      );
    },
    { ...CHANGE, ownErrors: true },
  );
}

export function useDeleteRow(name: string) {
  return useChange(
    (key: string) => dataOf(api.DELETE('/v1/organization/tables/{name}/rows/{key}', { path: { name, key } })),
    CHANGE,
  );
}
