import type { ValueStore } from '../../ui/value-store.ts';
import type { DraftStore } from '../draft/draft-store.ts';

/** A workflow that was made of components of the draft, and that the draft does not run any more. */
export interface LeftWorkflow {
  id: string;
  name: string;
}

/** Notes when the draft stops running this workflow, as after undo, and when it runs it again. */
export function noteWhenLeft(store: DraftStore, left: ValueStore<LeftWorkflow | null>, made: LeftWorkflow): void {
  const isRun = () => store.getState().draft.components.some(({ config }) => config['workflowId'] === made.id);
  let wasRun = isRun();
  store.subscribe(() => {
    if (isRun() === wasRun) return;
    wasRun = !wasRun;
    if (!wasRun) left.set(made);
    else if (left.get() === made) left.set(null);
  });
}
