import type { Component, Note } from '@workflow/workflow-model';
import { type XYPosition, useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import type { Draft } from '../draft/draft-store.ts';
import { addNote } from '../draft/draft-edits.ts';
import { useEditor } from '../editor-context.ts';
import { CARD_WIDTH, cardHeight } from '../layout/card-size.ts';
import { editedNote } from './edited-note.ts';
import { NOTE_SIZE } from './note-size.ts';

const GAP = 20;

/** Adds a note at a point of the screen, otherwise where the canvas has room, and focuses its text. */
export function useAddNote(): (at?: XYPosition) => void {
  const { store } = useEditor();
  const flow = useReactFlow();
  return useCallback(
    (at) => {
      const id = crypto.randomUUID();
      const place = at
        ? flow.screenToFlowPosition(at)
        : belowAll(flow.screenToFlowPosition(upperLeft(flow.getZoom())), store.getState().draft);
      store.apply(addNote({ id, text: '', position: { x: Math.round(place.x), y: Math.round(place.y) } }));
      editedNote.set(id);
    },
    [store, flow],
  );
}

/** On the screen, for the upper left corner of a note in the middle of the canvas. */
function upperLeft(zoom: number): XYPosition {
  const { left, top, width, height } =
    document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect(0, 0, 0, 0);
  return { x: left + (width - NOTE_SIZE.width * zoom) / 2, y: top + (height - NOTE_SIZE.height * zoom) / 2 };
}

/** The place, or the first below it where the note covers nothing: cards lie above notes and would hide it. */
function belowAll({ x, y: wanted }: XYPosition, { components, notes = [] }: Draft): XYPosition {
  const taken = [...components.map(spaceOfCard), ...notes.map(spaceOfNote)]
    .filter((space) => space.left < x + NOTE_SIZE.width + GAP && space.right > x - GAP)
    .toSorted((one, other) => one.top - other.top);
  let y = wanted;
  for (const { top, bottom } of taken) if (top < y + NOTE_SIZE.height + GAP && bottom > y - GAP) y = bottom + GAP;
  return { x, y };
}

function spaceOfCard(component: Component) {
  const { x, y } = component.position ?? { x: 0, y: 0 };
  return { left: x, right: x + CARD_WIDTH, top: y, bottom: y + cardHeight(component) };
}

function spaceOfNote({ position: { x, y }, size: { width, height } = NOTE_SIZE }: Note) {
  return { left: x, right: x + width, top: y, bottom: y + height };
}
