import type { fillFromDelivery } from './fill-from-delivery.ts';

/** Fills a component in from the last delivery. The code is loaded when the first component is added or connected. */
export async function fillWhenLoaded(...given: Parameters<typeof fillFromDelivery>): Promise<void> {
  // Without a connection the component stays as it was added.
  const loaded = await import('./fill-from-delivery.ts').catch(() => null);
  loaded?.fillFromDelivery(...given);
}
