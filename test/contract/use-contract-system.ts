import { beforeAll } from '@jest/globals';
import type { BackendKind } from '@workflow/test-harness';
import { openContractSystem, type SharedContractSystem } from './contract-system.ts';

/**
 * Opens the shared services before the tests of a file or a suite. The returned system is empty until then, so use its
 * properties only in tests and hooks.
 */
export function useContractSystem(backend?: BackendKind): SharedContractSystem {
  const system = {} as SharedContractSystem;
  beforeAll(async () => void Object.assign(system, await openContractSystem(backend)));
  return system;
}
