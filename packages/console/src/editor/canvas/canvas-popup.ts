import type { CanvasMenuItem } from './canvas-menu.tsx';
import type { AddTarget } from './use-add-component.ts';

/** On the screen. */
export interface Point {
  x: number;
  y: number;
}

/** The list of components or the menu that is open on the canvas. */
export type CanvasPopup =
  | { kind: 'picker'; at: Point; target: AddTarget }
  | { kind: 'menu'; at: Point; items: CanvasMenuItem[] }
  | null;
