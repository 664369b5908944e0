import { createValueStore, type ValueStore } from '../editor/value-store.ts';

export interface Command {
  id: string;
  label: string;
  group: string;
  /** Words that find it and are not in its label. */
  keywords?: string;
  run: () => void;
}

/** What only the page that is open can do, such as adding a component in the editor. */
export const pageCommands: ValueStore<readonly Command[]> = createValueStore<readonly Command[]>([]);
