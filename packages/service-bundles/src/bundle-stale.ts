import { isStale } from './built-from.ts';
import { BUNDLES } from './bundles.ts';

/**
 * Bundles the programs whose sources changed since they were bundled.
 * @returns the number of those bundles
 * @throws with rolldown's message, which names the file
 */
export async function bundleStale(bundles = BUNDLES): Promise<number> {
  const stale = bundles.filter((bundle) => isStale(bundle));
  if (stale.length === 0) return 0;
  // Most starts have nothing to bundle, and need no bundler in memory.
  const { writeBundle } = await import('./write-bundle.ts');
  await Promise.all(stale.map((bundle) => writeBundle(bundle)));
  return stale.length;
}
