import { registerHooks } from 'node:module';
import { guardJsonParse } from '@workflow/workflow-model';

/**
 * Functions of `process` that send signals to other processes, start their debuggers, or load native code or modules
 * without an import.
 */
const PROCESS_FUNCTIONS = [
  '_debugEnd',
  '_debugProcess',
  '_kill',
  '_linkedBinding',
  'binding',
  'dlopen',
  'getBuiltinModule',
  'kill',
];
const NETWORK_GLOBALS = ['EventSource', 'WebSocket', 'fetch'];

/**
 * Removes everything with which a program that escaped its interpreter could reach other processes or the network.
 * Nothing can be loaded afterwards.
 */
export function lockDown(): void {
  guardJsonParse();
  for (const name of PROCESS_FUNCTIONS) remove(process, name);
  for (const name of NETWORK_GLOBALS) remove(globalThis, name);
  registerHooks({
    resolve(specifier) {
      throw new Error(`${specifier} cannot be loaded in a sandbox process`);
    },
  });
}

function remove(from: object, name: string): void {
  Object.defineProperty(from, name, { value: undefined, writable: false, configurable: false });
}
