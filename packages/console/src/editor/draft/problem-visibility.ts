import { useEffect } from 'react';
import type { DraftStore } from './draft-store.ts';
import type { ValueStore } from '../../ui/value-store.ts';
import type { Problem } from '../../api/api-error.ts';

/**
 * Which parts of newly added components have been filled in. A key is a component's id, or the id with a JSON pointer
 * in it; everything that no key covers existed before.
 */
export type Touched = ReadonlyMap<string, boolean>;

/** Returns true if a problem is shown: not before its field was left, in a component or a row that was just added. */
function isProblemShown(touched: Touched, { componentId, path }: Problem): boolean {
  for (let key = `${componentId ?? ''}${path}`; key !== ''; key = key.slice(0, Math.max(0, key.lastIndexOf('/')))) {
    const known = touched.get(key);
    if (known !== undefined) return known;
  }
  return true;
}

interface ProblemStores {
  store: DraftStore;
  problems: ValueStore<ReadonlyMap<string, Problem[]>>;
  allProblems: ValueStore<ReadonlyMap<string, Problem[]>>;
  touched: ValueStore<Touched>;
}

/** Keeps the problems that are shown up to date; a component that is left has been seen whole. */
export function useShownProblems({ store, problems, allProblems, touched }: ProblemStores): void {
  useEffect(() => {
    let selected = store.getState().selected;
    let isPressed = false;
    let isDue = false;
    function show(): void {
      // A problem moves what follows it. A press must end on the element on which it began, or it is no click.
      isDue = isPressed;
      if (isPressed) return;
      const [all, known] = [allProblems.get(), touched.get()];
      const shown = new Map<string, Problem[]>();
      for (const [id, list] of all) {
        const some = list.filter((problem) => isProblemShown(known, problem));
        if (some.length > 0) shown.set(id, some.length === list.length ? list : some);
      }
      problems.set(shown);
    }
    function onDraft(): void {
      const left = selected;
      selected = store.getState().selected;
      if (left === null || left === selected) return;
      touched.set(new Map([...touched.get()].filter(([key]) => !key.startsWith(left))));
    }
    function onPress(): void {
      isPressed = true;
    }
    function onRelease(): void {
      isPressed = false;
      // The click follows in this frame.
      if (isDue) requestAnimationFrame(show);
    }
    const unsubscribe = [allProblems.subscribe(show), touched.subscribe(show), store.subscribe(onDraft)];
    window.addEventListener('pointerdown', onPress, true);
    window.addEventListener('pointerup', onRelease, true);
    window.addEventListener('pointercancel', onRelease, true);
    return () => {
      for (const end of unsubscribe) end();
      window.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('pointerup', onRelease, true);
      window.removeEventListener('pointercancel', onRelease, true);
    };
  }, [store, problems, allProblems, touched]);
}
