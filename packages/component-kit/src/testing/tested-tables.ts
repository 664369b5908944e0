import { StepFailure, type Json, type JsonObject } from '@workflow/workflow-model';
import type { RowTarget, Tables } from '../run/tables.ts';

/** Tables of a tested component, each with its rows by key. Columns are not checked. */
export class TestedTables implements Tables {
  readonly #tables: ReadonlyMap<string, Map<string, JsonObject>>;

  constructor(tables: ReadonlyMap<string, Map<string, JsonObject>>) {
    this.#tables = tables;
  }

  async insert(table: string, key: string, row: JsonObject): Promise<Json> {
    if (this.#rows(table).has(key))
      throw new StepFailure('KEY_EXISTS', `The table already has a row with the key ${key}`);
    return this.upsert(table, key, row);
  }

  async upsert(table: string, key: string, row: JsonObject): Promise<Json> {
    const rows = this.#rows(table);
    rows.set(key, { ...rows.get(key), ...row });
    return [{ key, ...rows.get(key) }];
  }

  async update(table: string, target: RowTarget, row: JsonObject, limit: number | null): Promise<Json> {
    const rows = this.#find(table, target, limit ?? Infinity);
    for (const { key } of rows) await this.upsert(table, key, row);
    return this.#find(table, target, limit ?? Infinity);
  }

  async delete(table: string, target: RowTarget, limit: number | null): Promise<Json> {
    const rows = this.#find(table, target, limit ?? Infinity);
    for (const { key } of rows) this.#rows(table).delete(key);
    return rows;
  }

  async find(table: string, target: RowTarget, limit: number): Promise<Json> {
    return this.#find(table, target, limit);
  }

  async count(table: string, target: RowTarget): Promise<number> {
    return this.#find(table, target, Infinity).length;
  }

  async firstSeen(table: string, key: string, row: JsonObject): Promise<boolean> {
    const isNew = !this.#rows(table).has(key);
    if (isNew) await this.upsert(table, key, row);
    return isNew;
  }

  #rows(name: string): Map<string, JsonObject> {
    const rows = this.#tables.get(name);
    if (rows === undefined) throw new StepFailure('TABLE_MISSING', `The organization has no table ${name}`);
    return rows;
  }

  #find(table: string, { key, where = {} }: RowTarget, limit: number): { key: string; [column: string]: Json }[] {
    return [...this.#rows(table)]
      .filter(
        ([rowKey, row]) =>
          (key ?? rowKey) === rowKey && Object.entries(where).every(([name, one]) => row[name] === one),
      )
      .map(([rowKey, row]) => ({ ...row, key: rowKey }))
      .slice(0, limit);
  }
}
