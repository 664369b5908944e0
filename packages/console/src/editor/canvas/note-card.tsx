import { NOTE_COLORS } from '@workflow/workflow-model';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type NodeProps, NodeResizer, NodeToolbar, Position } from '@xyflow/react';
import type { KeyboardEvent } from 'react';
import { changeNote, removeItems } from '../draft/draft-edits.ts';
import { useEditor } from '../editor-context.ts';
import { focusCanvas } from './focus-canvas.ts';
import { usePicked } from '../../ui/value-store.ts';
import type { NoteNode } from './canvas-elements.ts';
import { editedNote } from './edited-note.ts';
import classes from './note-card.module.css';
import { MAX_NOTE_LENGTH, MAX_NOTE_SIDE, MIN_NOTE_SIDE } from './note-size.ts';

const COLOR_NAMES = { yellow: 'Yellow', blue: 'Blue', green: 'Green', red: 'Red', gray: 'Gray' };

const ABOVE_OTHER_NOTES = { zIndex: 1 };

/** A note on the canvas: text that explains, and no part of what runs. */
export function NoteCard({ data: { note }, selected }: NodeProps<NoteNode>) {
  const { store } = useEditor();
  const { id, text, color = 'yellow' } = note;
  const isEdited = usePicked(editedNote, (edited) => edited === id);
  function endEdit(): void {
    if (editedNote.get() === id) editedNote.set(null);
  }
  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    endEdit();
    focusCanvas(id);
  }
  return (
    <div className={classes.note} data-color={color} data-selected={selected}>
      <NodeResizer
        isVisible={selected}
        minWidth={MIN_NOTE_SIDE}
        minHeight={MIN_NOTE_SIDE}
        maxWidth={MAX_NOTE_SIDE}
        maxHeight={MAX_NOTE_SIDE}
        color="var(--accent)"
        onResizeEnd={(_event, { x, y, width, height }) => {
          const size = { width: Math.round(width), height: Math.round(height) };
          store.apply(changeNote(id, { position: { x: Math.round(x), y: Math.round(y) }, size }));
        }}
      />
      {selected && !isEdited && (
        <NodeToolbar
          position={Position.Top}
          align="start"
          offset={6}
          className={classes.tools ?? ''}
          style={ABOVE_OTHER_NOTES}
        >
          {NOTE_COLORS.map((one) => (
            <button
              key={one}
              type="button"
              className={classes.color}
              data-color={one}
              aria-label={COLOR_NAMES[one]}
              title={COLOR_NAMES[one]}
              aria-pressed={one === color}
              onClick={() => store.apply(changeNote(id, { color: one }))}
            />
          ))}
          <button type="button" aria-label="Edit text" title="Edit text" onClick={() => editedNote.set(id)}>
            <IconPencil size={14} aria-hidden />
          </button>
          <button
            type="button"
            aria-label="Delete note"
            title="Delete note"
            onClick={() => {
              store.apply(removeItems(new Set([id])));
              focusCanvas(null);
            }}
          >
            <IconTrash size={14} aria-hidden />
          </button>
        </NodeToolbar>
      )}
      {isEdited ? (
        <textarea
          className={`${classes.text} nodrag nopan nowheel`}
          aria-label="Text of the note"
          defaultValue={text}
          maxLength={MAX_NOTE_LENGTH}
          autoFocus
          onChange={(event) => store.apply(changeNote(id, { text: event.currentTarget.value }), `note.${id}`)}
          onBlur={endEdit}
          onKeyDown={onKeyDown}
        />
      ) : (
        <div className={classes.text} onDoubleClick={() => editedNote.set(id)}>
          {text || <span className={classes.hint}>Press Enter or double-click to write</span>}
        </div>
      )}
    </div>
  );
}
