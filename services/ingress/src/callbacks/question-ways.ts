import { readFields } from '@workflow/component-kit';
import { findComponentType } from '@workflow/components/descriptors';
import { BoundedLruMap } from '@workflow/service-runtime';
import type { AskedSession, SessionStore } from '@workflow/session-store';
import { mayStillRun, planWalk, type Field, type QuestionPlace, type WalkPlan } from '@workflow/workflow-model';

/** The path of a session through its workflow, as far as its definition determines it. */
interface Way {
  plan: WalkPlan;
  /** The ports of components whose output is pinned. They are determined although no step took them yet. */
  pinnedPorts: readonly (readonly [componentId: string, port: string])[];
  /** The fields that components waiting for a callback declare, by component. */
  callbackFields: ReadonlyMap<string, Field[]>;
}

const MAX_WAYS = 1_000;
const MAX_BYTES = 16 * 1_048_576;
/** The approximate bytes that a path takes for each component and connection of its plan. */
const PLACE_BYTES = 128;

/**
 * Determines whether sessions may still reach a component, and which fields it declares. The path of a definition is
 * cached, because a page that is opened repeatedly would otherwise parse a definition of a megabyte each time.
 */
export class QuestionWays {
  readonly #ways = new BoundedLruMap<string, Way>({ entries: MAX_WAYS, bytes: MAX_BYTES });
  readonly #questions: Pick<SessionStore['questions'], 'readDefinition' | 'readPortsTaken'>;

  constructor({ questions }: Pick<SessionStore, 'questions'>) {
    this.#questions = questions;
  }

  /** Returns whether the session may still reach the component. */
  async mayBeAsked(session: AskedSession, { run, componentId }: QuestionPlace): Promise<boolean> {
    const way = await this.#wayOf(session);
    if (way === null || !way.plan.numberOf.has(componentId)) return false;
    const takenPorts = await this.#questions.readPortsTaken(session.sessionId, run, way.plan.componentIds);
    const ports = new Map([...way.pinnedPorts, ...takenPorts]);
    return !ports.has(componentId) && mayStillRun(way.plan, componentId, ports);
  }

  /**
   * Returns the fields that a component declares for its callback, in the definition that the session runs now. Returns
   * null if that definition has no such component, for example after a retry on another version.
   */
  async callbackFieldsOf(session: AskedSession, componentId: string): Promise<Field[] | null> {
    const way = await this.#wayOf(session);
    return way?.callbackFields.get(componentId) ?? null;
  }

  async #wayOf(session: AskedSession): Promise<Way | null> {
    const { definitionId, startComponentId, organizationId: owner } = session;
    const key = `${definitionId} ${startComponentId}`;
    const cached = this.#ways.get(key);
    if (cached !== undefined) return cached;
    const definition = await this.#questions.readDefinition(session);
    if (definition === null) return null;
    const pinned = Object.entries(definition.test?.pinnedOutputs ?? {});
    const plan = planWalk(definition, startComponentId);
    const callbackFields = new Map(
      definition.components
        .filter((component) => findComponentType(component)?.asks === 'callback' && plan.numberOf.has(component.id))
        .map(({ id, config }) => [id, readFields(config.fields)] as const),
    );
    const way = { plan, pinnedPorts: pinned.map(([id, { port }]) => [id, port] as const), callbackFields };
    const fieldCharacters = JSON.stringify([...callbackFields]).length;
    const places = plan.outgoing.reduce((sum, { length }) => sum + length, plan.componentIds.length);
    this.#ways.set(key, way, { owner, bytes: (places + pinned.length) * PLACE_BYTES + 4 * fieldCharacters });
    return way;
  }
}
