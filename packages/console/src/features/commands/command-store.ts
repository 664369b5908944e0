import type { ReactNode } from 'react';
import { createValueStore, type ValueStore } from '../../ui/value-store.ts';

export interface Command {
  id: string;
  label: string;
  group: string;
  /** Words that find it and are not in its label. */
  keywords?: string;
  icon?: ReactNode;
  run: () => void;
}

/** Lists what only the page that is open can do, such as adding a component in the editor. */
type PageCommands = () => Promise<readonly Command[]>;

export const NO_COMMANDS: PageCommands = async () => [];

export const pageCommands: ValueStore<PageCommands> = createValueStore(NO_COMMANDS);

/** Finds commands by words, among more than a page can list. */
type PageSearch = (words: string) => Promise<readonly Command[]>;

export const FINDS_NOTHING: PageSearch = async () => [];

export const pageSearch: ValueStore<PageSearch> = createValueStore(FINDS_NOTHING);
