import { sizeWithin } from '@workflow/expressions';
import type { SessionResults } from './result-memory.ts';
import type { WalkState } from './walk-state.ts';

/** The components of a walk whose results are counted in memory, until the walk's state needs them no more. */
export class KeptResults {
  readonly #state: WalkState;
  readonly #memory: SessionResults;
  readonly #componentIds = new Set<string>();

  /** Counts the results of a resumed session: they are in memory already, whether there is room for them or not. */
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

  /** Called after the component's result was counted. */
  note(componentId: string): void {
    this.#componentIds.add(componentId);
  }

  /** Results that the state dropped, or that no component reads, no longer count. */
  dropUnneeded(): void {
    for (const componentId of this.#componentIds) {
      if (this.#state.largeOutputs.has(componentId) || this.#state.outputs.has(componentId)) continue;
      this.#memory.drop(componentId);
      this.#componentIds.delete(componentId);
    }
  }
}
