import { readFile } from 'node:fs/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { postgresAddress } from '@workflow/postgres-hosts';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';

/** Migrations in the engine's format, loaded from disk. */
export interface MigrationList {
  baseDir: string;
  lockfile: { path: string; content: string | null };
  shadowDbInitScript: string;
  migrationDirectories: { path: string; migrationFile: { path: string; content: { tag: 'ok'; value: string } } }[];
}

type DiffTarget = { tag: 'empty' } | { tag: 'schemaDatamodel'; files: { path: string; content: string }[] };

/** The part of the engine that this package uses. */
interface WasmSchemaEngine {
  applyMigrations(input: {
    migrationsList: MigrationList;
    filters: typeof NO_FILTER;
  }): Promise<{ appliedMigrationNames: string[] }>;
  diff(input: {
    from: DiffTarget;
    to: DiffTarget;
    script: boolean;
    exitCode: null;
    filters: typeof NO_FILTER;
  }): Promise<{ stdout: string | null }>;
  markMigrationApplied(input: { migrationName: string; migrationsList: MigrationList }): Promise<unknown>;
  markMigrationRolledBack(input: { migrationName: string }): Promise<unknown>;
  free(): void;
}

/** Node.js has it, but only the browser's type definitions declare it. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

interface EngineBindings {
  __wbg_set_wasm(exports: object): void;
  SchemaEngine: {
    ['new'](options: object, log: (message: string) => void, adapter: object): Promise<WasmSchemaEngine>;
  };
}

const NO_FILTER = { externalTables: [], externalEnums: [] };

export interface SchemaEngine {
  /** Applies migrations that are not applied yet, in order. @returns their names */
  apply(migrations: MigrationList): Promise<string[]>;
  /** Records a migration as applied, although it was not applied here. */
  markApplied(name: string, migrations: MigrationList): Promise<void>;
  /** Records a failed migration as rolled back, so that it is applied again. */
  markRolledBack(name: string): Promise<void>;
  /** Returns SQL that leads from one Prisma schema (null for an empty database) to another. */
  diff(from: string | null, to: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens Prisma's own schema engine as a WebAssembly library. Prisma's CLI downloads a native engine at its first call,
 * which a machine without internet access cannot do (docs/decisions/0020-prisma-schema-engine-as-wasm.md).
 * @param lockTimeoutMs a statement that waits longer for a lock fails; 0: no limit
 */
export async function openSchemaEngine(databaseUrl: string, lockTimeoutMs = 0): Promise<SchemaEngine> {
  const bindings = await loadBindings();
  // The engine does not close a pool that it creates.
  const pool = new pg.Pool({ ...postgresAddress(databaseUrl), max: 2, lock_timeout: lockTimeoutMs });
  // An idle connection that breaks is replaced at the next use. Without a listener it would end the process.
  pool.on('error', () => {});
  const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScripts(pool));
  const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => {}, adapter);
  return {
    async apply(migrationsList) {
      return (await engine.applyMigrations({ migrationsList, filters: NO_FILTER })).appliedMigrationNames;
    },
    async markApplied(migrationName, migrationsList) {
      await engine.markMigrationApplied({ migrationName, migrationsList });
    },
    async markRolledBack(migrationName) {
      await engine.markMigrationRolledBack({ migrationName });
    },
    async diff(from, to) {
      const { stdout } = await engine.diff({
        from: target(from),
        to: target(to),
        script: true,
        exitCode: null,
        filters: NO_FILTER,
      });
      return stdout ?? '';
    },
    async close() {
      engine.free();
      await pool.end();
    },
  };
}

/**
 * Sends a migration as one query, which PostgreSQL runs as one transaction. Prisma's adapter would split it at each
 * semicolon, even within functions and comments, and commit each piece separately.
 */
class WholeScripts extends PrismaPg {
  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect();
    adapter.executeScript = async (sql) => {
      await adapter.executeRaw({ sql, args: [], argTypes: [] });
    };
    return adapter;
  }
}

let loaded: Promise<EngineBindings> | null = null;

/**
 * Loads the bindings once in a process: they have views of the first instance's memory, which a second one would read.
 */
function loadBindings(): Promise<EngineBindings> {
  loaded ??= instantiateBindings();
  return loaded;
}

async function instantiateBindings(): Promise<EngineBindings> {
  const bindings = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as EngineBindings;
  const wasm = new URL('schema_engine_bg.wasm', import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const { instance } = await WebAssembly.instantiate(await readFile(wasm), {
    './schema_engine_bg.js': withoutTimersThatHold(bindings),
  });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports['__wbindgen_start'] as () => void)();
  return bindings;
}

/**
 * Unreferences timers. The engine leaves a timer behind for a lock that it already got, which must not block the end of
 * the process for 10 s.
 */
function withoutTimersThatHold(bindings: object): object {
  const setTimeoutWithoutHold = (callback: () => void, ms: number): NodeJS.Timeout =>
    setTimeout(callback, ms >>> 0).unref();
  return Object.fromEntries(
    Object.entries(bindings).map(([name, value]) => [
      name,
      name.startsWith('__wbg_setTimeout_') ? setTimeoutWithoutHold : value,
    ]),
  );
}

function target(schema: string | null): DiffTarget {
  return schema === null
    ? { tag: 'empty' }
    : { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] };
}
