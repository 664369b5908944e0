import { ComponentCard } from './component-card.tsx';
import { FrameOnCanvas } from './frame-on-canvas.tsx';
import { InsertableEdge } from './insertable-edge.tsx';
import { NoteOnCanvas } from './note-on-canvas.tsx';

/** The elements that React Flow draws on the editor's canvas. */
export const NODE_TYPES = { component: ComponentCard, frame: FrameOnCanvas, note: NoteOnCanvas };
export const EDGE_TYPES = { default: InsertableEdge };
