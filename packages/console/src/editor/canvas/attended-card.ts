import { createContext, type FocusEvent, type MouseEvent, useContext, useMemo } from 'react';
import { createValueStore, usePicked, type ValueStore } from '../../ui/value-store.ts';

interface Attended {
  hovered: string | null;
  focused: string | null;
  /** True if a key moved the focus there. Then its tools stay, wherever the pointer rests. */
  byKey: boolean;
}

const NONE = createValueStore<Attended>({ hovered: null, focused: null, byKey: false });

/** Which cards have the pointer and the focus. One card draws its tools, so that hundreds of cards stay quick. */
export const AttendedCardContext = createContext<ValueStore<Attended>>(NONE);

export function useIsAttended(componentId: string): boolean {
  const attended = useContext(AttendedCardContext);
  return usePicked(
    attended,
    ({ hovered, focused, byKey }) => (byKey && focused !== null ? focused : (hovered ?? focused)) === componentId,
  );
}

/** The store of a canvas, and the handlers with which React Flow keeps it. */
export function useAttendedCard() {
  return useMemo(() => {
    const attended = createValueStore<Attended>({ hovered: null, focused: null, byKey: false });
    const set = (change: Partial<Attended>) => attended.set({ ...attended.get(), ...change });
    return {
      attended,
      handlers: {
        onNodeMouseEnter: (_event: MouseEvent, { id }: { id: string }) => set({ hovered: id }),
        onNodeMouseLeave: () => set({ hovered: null }),
        onFocus: ({ target }: FocusEvent) => set({ focused: cardOf(target), byKey: target.matches(':focus-visible') }),
        // The focus may go to a tool of the same card, which must not disappear before.
        onBlur: ({ relatedTarget }: FocusEvent) => set({ focused: cardOf(relatedTarget) }),
      },
    };
  }, []);
}

function cardOf(target: EventTarget | null): string | null {
  const card = target instanceof Element ? target.closest<HTMLElement>('.react-flow__node') : null;
  return card?.dataset['id'] ?? null;
}
