// `pnpm bundle`: bundles the programs of production into `services/*/dist` where their sources are newer.
import { bundleStale } from './bundle-stale.ts';

const startedAt = performance.now();
const count = await bundleStale();
process.stdout.write(
  count === 0
    ? 'All bundles are up to date.\n'
    : `Bundled ${count} in ${Math.round(performance.now() - startedAt)} ms.\n`,
);
