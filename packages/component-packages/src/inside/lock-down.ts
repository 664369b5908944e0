import { createRequire, syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
import { guardJsonParse } from '@workflow/workflow-model';

/**
 * Properties of `process` that send signals to other processes and their debuggers, load native code, change the user,
 * or report about the machine.
 */
const PROCESS_PROPERTIES = [
  '_debugEnd',
  '_debugProcess',
  '_kill',
  '_linkedBinding',
  '_rawDebug',
  'abort',
  'binding',
  'dlopen',
  'execve',
  'initgroups',
  'kill',
  'loadEnvFile',
  'openStdin',
  'report',
  'setegid',
  'seteuid',
  'setgid',
  'setgroups',
  'setuid',
];

/**
 * Modules that contain nothing for a component. Node.js's permission model refuses most of their functions, but
 * `node:sqlite` of 26.10.0 reads and writes any file in spite of it.
 */
const CLOSED_MODULES = [
  'node:child_process',
  'node:cluster',
  'node:dgram',
  'node:ffi',
  'node:inspector',
  'node:inspector/promises',
  'node:repl',
  'node:sqlite',
  'node:trace_events',
  'node:wasi',
];

const require = createRequire(import.meta.url);

/**
 * Removes everything by which a package could reach other processes, files or native code, before any code of it loads.
 * The exports of built-in modules are emptied themselves, so that no way of loading them returns the functions. Errors
 * while a package parses answers of servers must not end its process.
 */
export function lockDown(): void {
  guardJsonParse();
  for (const name of PROCESS_PROPERTIES) remove(process, name);
  for (const name of CLOSED_MODULES) {
    const exported = loadedOrNull(name);
    if (exported === null) continue;
    for (const key of Object.keys(exported)) exported[key] = closed(name);
  }
  v8.setFlagsFromString = closed('v8.setFlagsFromString');
  syncBuiltinESMExports();
}

/** A module that this build of Node.js does not have cannot be loaded by a package either. */
function loadedOrNull(name: string): Record<string, unknown> | null {
  try {
    return require(name) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function closed(name: string): () => never {
  return function refuse() {
    throw Object.assign(new Error(`components may not use ${name}`), { code: 'ERR_ACCESS_DENIED' });
  };
}

function remove(from: object, name: string): void {
  Object.defineProperty(from, name, { value: undefined, writable: false, configurable: false });
}
