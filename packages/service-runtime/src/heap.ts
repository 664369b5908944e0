import { setFlagsFromString } from 'node:v8';

/**
 * Arguments of `node` for a service. The image sets them as `NODE_OPTIONS`. Young heaps of V8's default size take 60
 * MiB more. SIGUSR1 would open a debugger to which any process of the machine can connect.
 */
export const NODE_ARGUMENTS = ['--max-semi-space-size=16', '--disable-sigusr1'];

/** Old objects are collected when they have grown by this percentage. By default V8 lets them grow fourfold first. */
const HEAP_GROWING_PERCENT = 40;

/** V8's default budget, in its own unit: how long a WebAssembly function runs before V8 compiles it again for speed. */
const WASM_TIERING_BUDGET = 13_000_000;
/** While a service starts, no function runs long enough to need it. */
const WASM_TIERING_BUDGET_AT_START = WASM_TIERING_BUDGET * 16;

/**
 * Limits the memory that a start takes. While code is loaded, nearly all objects survive, so the young heap would grow
 * to its limit. Prisma's query compiler reads the schema once, and V8 would meanwhile compile it for speed, which takes
 * 40 MiB for some seconds. Call it before anything is loaded.
 */
export function boundStartingHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET_AT_START}`);
}

/**
 * Lets the young heap grow as needed, and lets V8 compile WebAssembly as it does by default. Call it when the service
 * has started.
 */
export function letHeapGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET}`);
}

/** Limits the dead objects in the heap of a busy service (docs/decisions/0082-memory-of-a-busy-service.md). */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  // Otherwise V8 allocates among the old objects wherever many objects once survived a young collection. All open
  // requests do so while PostgreSQL is slow.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
