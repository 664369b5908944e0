import { useSyncExternalStore } from 'react';

/** A value that parts of the page watch; a part is redrawn only when what it selects changes. */
export interface ValueStore<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

export function createValueStore<Value>(initial: Value): ValueStore<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the part of the value that `pick` selects. It must return the same reference for the same value. */
export function usePicked<Value, Picked>(store: ValueStore<Value>, pick: (value: Value) => Picked): Picked {
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}
