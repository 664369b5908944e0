import type { SessionError, Walk, WalkPlan } from '@workflow/workflow-model';
import { beginWalk } from '@workflow/workflow-model';

/** One session's walk, and the error of those of its branches that began at an `error` port. */
export class Branches {
  readonly #plan: WalkPlan;
  readonly #walk: Walk;
  readonly #errors = new Map<string, SessionError>();

  constructor(plan: WalkPlan) {
    this.#plan = plan;
    this.#walk = beginWalk(plan);
  }

  /** Components that may run and have not taken a port yet. */
  ready(): string[] {
    return this.#walk.ready();
  }

  /** The placeholder `error` of the component's branch. */
  errorOf(componentId: string): SessionError | null {
    return this.#errors.get(componentId) ?? null;
  }

  /** Whether nothing comes after the component, whatever port it takes. */
  isEnd(componentId: string): boolean {
    return this.#connectionsOf(componentId).length === 0;
  }

  /** The component took a port. Gives the components that may run by that. @param error what the `error` port hands on */
  pass(componentId: string, port: string, error: SessionError | null): string[] {
    const handedOn = error ?? this.#errors.get(componentId);
    if (handedOn !== undefined) {
      for (const connection of this.#connectionsOf(componentId)) {
        if (connection.port === port) this.#errors.set(this.#plan.componentIds[connection.to] as string, handedOn);
      }
    }
    return this.#walk.settle(componentId, port);
  }

  #connectionsOf(componentId: string) {
    return this.#plan.outgoing[this.#plan.numberOf.get(componentId) as number] ?? [];
  }
}
