import { ComponentCard } from './component-card.tsx';
import { InsertableEdge } from './insertable-edge.tsx';
import { NoteCard } from './note-card.tsx';

/** What React Flow draws on the canvas of the editor. */
export const NODE_TYPES = { component: ComponentCard, note: NoteCard };
export const EDGE_TYPES = { default: InsertableEdge };
