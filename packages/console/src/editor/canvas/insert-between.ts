import { createContext, useContext } from 'react';

/** Opens the list of components for the middle of a connection; null where the graph is only read. */
export type InsertBetween = ((connectionKey: string, at: { x: number; y: number }) => void) | null;

export const InsertBetweenContext = createContext<InsertBetween>(null);

export function useInsertBetween(): InsertBetween {
  return useContext(InsertBetweenContext);
}
