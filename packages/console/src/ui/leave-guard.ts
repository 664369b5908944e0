/** Takes over a navigation to another page: returns true, and calls `go` later or never. */
export type LeaveGuard = (go: () => void) => boolean;

let guard: LeaveGuard | null = null;

/** Asks this guard before the page is left; returns the function that ends that. */
export function guardLeaving(own: LeaveGuard): () => void {
  guard = own;
  return () => {
    if (guard === own) guard = null;
  };
}

/** Returns whether the open page holds a navigation, which `go` then finishes. */
export function holdsNavigation(go: () => void): boolean {
  return guard?.(go) ?? false;
}
