import { setFlagsFromString } from 'node:v8';

/**
 * Arguments of `node` for a service; the image has them as `NODE_OPTIONS`. Young heaps of V8's own size take 60 MiB
 * more. SIGUSR1 would open a debugger, to which any process of the machine can connect.
 */
export const NODE_ARGUMENTS = ['--max-semi-space-size=16', '--disable-sigusr1'];

/** Old objects are collected when they have grown by this share. V8's own choice lets them grow fourfold first. */
const HEAP_GROWING_PERCENT = 40;

/** How long a function of WebAssembly runs before it is compiled anew for speed: V8's own choice, in its own unit. */
const WASM_TIERING_BUDGET = 13_000_000;
/** Starting needs less of any function. */
const WASM_TIERING_BUDGET_AT_START = WASM_TIERING_BUDGET * 16;

/**
 * Keeps small what starting takes. While code is loaded nearly all objects survive, so that the young heap would grow
 * to its limit. Prisma's query compiler reads the schema once, and V8 would compile it for speed meanwhile, which takes
 * 40 MiB for some seconds. Called before anything is loaded.
 */
export function boundStartingHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET_AT_START}`);
}

/** A service has started: from now on its young heap grows as it needs, and WebAssembly is compiled as V8 chooses. */
export function letHeapGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET}`);
}

/** Bounds the dead objects in the heap of a busy service (docs/decisions/0082-memory-of-a-busy-service.md). */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  // V8 would allocate among the old objects wherever many objects outlived a young collection once, as all requests
  // under way do while PostgreSQL is slow.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
