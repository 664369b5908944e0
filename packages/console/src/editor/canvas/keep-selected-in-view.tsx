import { type Rect, type Viewport, useNodesInitialized, useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useDraft, useEditor } from '../editor-context.ts';
import { viewShowing } from './keep-in-view.ts';
import { panMs } from './pan-time.ts';

/** Room for the `+` at the ports, at zoom 1. */
const ADD_BUTTON_PX = 34;

/**
 * Keeps the selected card in view, with the components that it is connected with where they fit: the component panel,
 * which opens with the selection, takes room from the canvas, or lies over it in narrow windows. A card that a key
 * moved the focus to is shown as well. Nothing moves while a pointer is pressed.
 */
export function KeepSelectedInView() {
  const { store } = useEditor();
  const selected = useDraft((state) => state.selected);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  // A component that was just added is drawn, and thereby measured, after it is selected.
  const isCardDrawn = useStore(({ nodeLookup }) => nodeLookup.get(selected ?? '')?.measured.height !== undefined);
  // ShowAtFirst moves the view once all cards are measured, which would undo what this does before.
  const isDrawn = useNodesInitialized() && isCardDrawn;
  const flow = useReactFlow();
  const isOpening = useRef(true);
  const isPressed = useRef(false);
  /** The view to move to, and until when. */
  const moving = useRef<{ to: Viewport; until: number } | null>(null);
  useEffect(() => {
    /** Where a press stopped the view; null if it was not to move. */
    let stoppedAt: Viewport | null = null;
    let frame = 0;

    function show(): void {
      if (selected === null || !isDrawn) return;
      const to = viewFor(selected, comingView());
      if (to === null) return;
      if (isPressed.current) {
        stoppedAt = flow.getViewport();
        return;
      }
      moveTo(to);
    }
    /** Shows a card that a key moved the focus to. */
    function onFocus({ target }: FocusEvent): void {
      if (isPressed.current || !(target instanceof HTMLElement)) return;
      if (!target.matches('.react-flow__node:focus-visible')) return;
      const id = target.dataset['id'] ?? '';
      const card = id === selected ? null : rectOf(id);
      const { room } = roomWithoutPanel({ width, height });
      const to = card && viewShowing(comingView(), { card, neighbours: [] }, room, null);
      if (to !== null) moveTo(to);
    }
    function moveTo(to: Viewport): void {
      const duration = panMs();
      moving.current = { to, until: performance.now() + duration };
      void flow.setViewport(to, { duration, interpolate: 'linear' });
    }
    function comingView(): Viewport {
      const { to, until } = moving.current ?? { to: null, until: 0 };
      return to !== null && performance.now() < until ? to : flow.getViewport();
    }
    function viewFor(id: string, view: Viewport): Viewport | null {
      const card = rectOf(id);
      // A card under the pointer stays there.
      if (!card || flow.getInternalNode(id)?.dragging) return null;
      const { connections } = store.getState().draft;
      const neighbours = connections.flatMap(({ from, to }) => {
        const neighbour = from === id ? rectOf(to) : to === id ? rectOf(from) : null;
        return neighbour ?? [];
      });
      const { room, withoutPanel } = roomWithoutPanel({ width, height });
      const withButton = { ...card, width: card.width + ADD_BUTTON_PX };
      return viewShowing(view, { card: withButton, neighbours }, room, isOpening.current ? withoutPanel : null);
    }
    function rectOf(id: string): Rect | null {
      const node = flow.getInternalNode(id);
      const { width: cardWidth, height: cardHeight } = node?.measured ?? {};
      if (!node || cardWidth === undefined || cardHeight === undefined) return null;
      return { ...node.internals.positionAbsolute, width: cardWidth, height: cardHeight };
    }
    function onPress(): void {
      isPressed.current = true;
      const isMoving = moving.current !== null && performance.now() < moving.current.until;
      moving.current = null;
      if (!isMoving) return;
      stoppedAt = flow.getViewport();
      void flow.setViewport(stoppedAt);
    }
    function onRelease(): void {
      isPressed.current = false;
      const before = stoppedAt;
      stoppedAt = null;
      const { x, y, zoom } = flow.getViewport();
      // If the user moved the view meanwhile, it stays. The click at the release must hit the pressed element.
      if (before && before.x === x && before.y === y && before.zoom === zoom) frame = requestAnimationFrame(show);
    }

    show();
    isOpening.current = false;
    window.addEventListener('focusin', onFocus);
    window.addEventListener('pointerdown', onPress, true);
    window.addEventListener('pointerup', onRelease);
    window.addEventListener('pointercancel', onRelease);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('focusin', onFocus);
      window.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('pointerup', onRelease);
      window.removeEventListener('pointercancel', onRelease);
    };
  }, [store, flow, selected, isDrawn, width, height]);
  return null;
}

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the part of the canvas that the component panel leaves free, and the part that is free without the panel.
 * The panel is next to the canvas. In narrow windows it covers the right, on a phone the bottom.
 */
function roomWithoutPanel({ width, height }: Size): { room: Size; withoutPanel: Size } {
  const panel = document.querySelector('[data-component-panel]')?.getBoundingClientRect();
  const canvas = document.querySelector('.react-flow')?.getBoundingClientRect();
  if (!panel || !canvas) return { room: { width, height }, withoutPanel: { width, height } };
  const free = { width: Math.max(canvas.right, panel.right) - canvas.left, height };
  return panel.left <= canvas.left
    ? { room: { width, height: Math.min(height, panel.top - canvas.top) }, withoutPanel: free }
    : { room: { width: Math.min(width, panel.left - canvas.left), height }, withoutPanel: free };
}
