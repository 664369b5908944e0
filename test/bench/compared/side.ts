// `node test/bench/compared/side.ts redis|postgres` runs one version for `pnpm bench --against`. Over IPC it reports
// that its services are ready and measures one load after the other. It stops its services when the channel is closed.
// It is copied into the tree of another commit, so it and its imports from this folder use only what that commit has.
import type { BackendKind } from '@workflow/test-harness';
import type { Figures } from './figures.ts';
import { Side, type LoadName } from './side-loads.ts';

export interface SideRequest {
  load: LoadName;
}

export interface SideAnswer {
  figures: Figures;
}

const side = await Side.start(process.argv[2] as BackendKind);
let measuring: Promise<void> = Promise.resolve();
process.on('message', ({ load }: SideRequest) => {
  measuring = measure(load);
});
process.once('disconnect', () => void measuring.then(() => side.stop()));
answer({});

async function measure(load: LoadName): Promise<void> {
  try {
    answer(await side.measure(load));
  } catch (error) {
    console.error(`${load}:`, error);
    process.exitCode = 1;
    process.disconnect?.();
  }
}

function answer(figures: Figures): void {
  process.send?.({ figures } satisfies SideAnswer);
}
