import { sizeWithin } from '@workflow/expressions';
import type { SessionResults } from './result-memory.ts';
import type { WalkState } from './walk-state.ts';

/** The components of a walk whose results count as memory while the walk's state needs them. */
export class StoredResults {
  readonly #state: WalkState;
  readonly #memory: SessionResults;
  readonly #componentIds = new Set<string>();

  /** Counts the results of a resumed session. They are already in memory, whether there is room for them or not. */
  constructor(state: WalkState, memory: SessionResults) {
    this.#state = state;
    this.#memory = memory;
    for (const componentId of state.largeOutputs) {
      const { output } = state.plan.workflow.components.get(componentId)?.component ?? {};
      const value = output === undefined ? null : (state.plan.placeholders[output] ?? null);
      memory.count(componentId, sizeWithin(value, Infinity));
      this.note(componentId);
    }
  }

  /** Records that the component's result was counted. */
  note(componentId: string): void {
    this.#componentIds.add(componentId);
  }

  /** Stops counting results that the state dropped, or that no component reads. */
  dropUnneeded(): void {
    for (const componentId of this.#componentIds) {
      if (this.#state.largeOutputs.has(componentId) || this.#state.outputs.has(componentId)) continue;
      this.#memory.drop(componentId);
      this.#componentIds.delete(componentId);
    }
  }
}
