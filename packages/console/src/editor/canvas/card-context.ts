import { type ComponentType, createContext, useContext } from 'react';
import type { ValueStore } from '../../ui/value-store.ts';
import type { EditorParts } from '../editor-context.ts';

/** The state that a card watches; the editor and the session page provide it. */
export interface CardParts extends Pick<EditorParts, 'problems' | 'liveRun' | 'lastSteps' | 'pins'> {
  /** Describes the sessions that each component started, by its id. */
  started?: ValueStore<ReadonlyMap<string, string>>;
  /** Shows which item of a body is drawn, and chooses another one. */
  FrameItems?: ComponentType<{ componentId: string }> | undefined;
  /** The actions of a card; null where it is read-only. */
  actions: CardActions | null;
}

export interface CardActions {
  /** Opens the list of components at a point of the screen; the chosen one is connected to the port. */
  addAfter: (componentId: string, port: string, at: { x: number; y: number }) => void;
  /** Opens the list of components at a point of the screen; the chosen one is added to the body of the component. */
  addInside: (componentId: string, at: { x: number; y: number }) => void;
  test: (componentId: string) => void;
  /** Runs the component alone. */
  runAlone: (componentId: string) => void;
  /** Disables the component, or enables it. */
  toggle: (componentId: string) => void;
  duplicate: (componentId: string) => void;
  remove: (componentId: string) => void;
  /** Opens another workflow, which a component runs. */
  openWorkflow: (workflowId: string) => void;
}

export const CardContext = createContext<CardParts | null>(null);

export function useCardParts(): CardParts {
  const parts = useContext(CardContext);
  if (!parts) throw new Error('A card needs a CardContext');
  return parts;
}
