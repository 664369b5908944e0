import type { fillIn } from './fill-in.ts';

/** Fills a component in as it was connected. The code is loaded when the first component is added or connected. */
export async function fillWhenLoaded(...given: Parameters<typeof fillIn>): Promise<void> {
  // Without a connection the component stays as it was added.
  const loaded = await import('./fill-in.ts').catch(() => null);
  loaded?.fillIn(...given);
}
