import { createContext, useContext } from 'react';
import type { EditorParts } from '../editor-context.ts';

/** What a card watches: the editor gives it, and so does a session's page. */
export type CardParts = Pick<EditorParts, 'problems' | 'liveRun'>;

export const CardContext = createContext<CardParts | null>(null);

export function useCardParts(): CardParts {
  const parts = useContext(CardContext);
  if (!parts) throw new Error('A card needs a CardContext');
  return parts;
}
