import { createContext, useContext } from 'react';

const ROOT = '/config';

/** Where the object is that the surrounding form edits, as a JSON pointer within the component. */
export const PointerBase = createContext(ROOT);

/** The pointer within the component of a field that its own form calls `/config/…`. */
export function useAbsolutePointer(): (pointer: string) => string {
  const base = useContext(PointerBase);
  return (pointer) => (pointer.startsWith(ROOT) ? base + pointer.slice(ROOT.length) : pointer);
}
