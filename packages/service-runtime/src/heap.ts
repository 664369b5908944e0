import { setFlagsFromString } from 'node:v8';

/**
 * Arguments of `node` for a service; the image has them as `NODE_OPTIONS`. Young heaps of V8's own size take 60 MiB
 * more. SIGUSR1 would open a debugger, to which any process of the machine can connect.
 */
export const NODE_ARGUMENTS = ['--max-semi-space-size=16', '--disable-sigusr1'];

/** Old objects are collected when they have grown by this share. V8's own choice lets them grow fourfold first. */
const HEAP_GROWING_PERCENT = 40;

/** Bounds the dead objects in the heap of a busy service (docs/decisions/0082-memory-of-a-busy-service.md). */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  // V8 would allocate among the old objects wherever many objects outlived a young collection once, as all requests
  // under way do while PostgreSQL is slow.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
