import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect } from 'react';
import { useDraft } from '../editor-context.ts';
import { MARGIN_PX } from './fit-options.ts';

const PAN_MS = 180;
/** Room for the `+` beside the ports, at zoom 1. */
const ADD_BUTTON_PX = 44;

/**
 * Pans by as little as needed when the selected card is not in view: the component panel, which opens with the
 * selection, takes room from the canvas, or lies over it in narrow windows.
 */
export function KeepSelectedInView() {
  const selected = useDraft((state) => state.selected);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  // A component that was just added is drawn, and thereby measured, after it is selected.
  const isDrawn = useStore(({ nodeLookup }) => nodeLookup.get(selected ?? '')?.measured.height !== undefined);
  const flow = useReactFlow();
  useEffect(() => {
    const node = selected === null ? undefined : flow.getInternalNode(selected);
    // A card under the pointer stays there.
    if (!node || !isDrawn || node.dragging) return;
    const { x, y, zoom } = flow.getViewport();
    const at = node.internals.positionAbsolute;
    const room = roomBeside(width, height);
    const byX = shiftIntoView(at.x * zoom + x, ((node.measured.width ?? 0) + ADD_BUTTON_PX) * zoom, room.width);
    const byY = shiftIntoView(at.y * zoom + y, (node.measured.height ?? 0) * zoom, room.height);
    const duration = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : PAN_MS;
    if (byX !== 0 || byY !== 0)
      void flow.setViewport({ x: x + byX, y: y + byY, zoom }, { duration, interpolate: 'linear' });
  }, [flow, selected, isDrawn, width, height]);
  return null;
}

/** The part of the canvas that the component panel leaves free: it lies at the right, or at the bottom of a phone. */
function roomBeside(width: number, height: number): { width: number; height: number } {
  const panel = document.querySelector('[data-component-panel]')?.getBoundingClientRect();
  const canvas = document.querySelector('.react-flow')?.getBoundingClientRect();
  if (!panel || !canvas) return { width, height };
  return panel.width >= canvas.width
    ? { width, height: Math.min(height, panel.top - canvas.top) }
    : { width: Math.min(width, panel.left - canvas.left), height };
}

/** How far to move what begins at `start` so that it lies within `room` whole, or its beginning when it is larger. */
function shiftIntoView(start: number, length: number, room: number): number {
  if (start < 0) return MARGIN_PX - start;
  const beyond = start + length - room;
  return beyond <= 0 ? 0 : Math.max(MARGIN_PX - start, -beyond - MARGIN_PX);
}
