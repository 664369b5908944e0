const PAN_MS = 180;

/** How long the canvas takes to show something else: no time for those who asked their system for less motion. */
export function panMs(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : PAN_MS;
}
