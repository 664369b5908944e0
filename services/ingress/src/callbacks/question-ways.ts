import { BoundedLruMap } from '@workflow/service-runtime';
import type { AskedSession, SessionStore } from '@workflow/session-store';
import { mayStillRun, planWalk, type QuestionPlace, type WalkPlan } from '@workflow/workflow-model';

/** The way that a session takes, as far as its definition decides it. */
interface Way {
  plan: WalkPlan;
  /** The ports of components whose output is pinned: they are decided, though no step has one yet. */
  pinnedPorts: readonly (readonly [componentId: string, port: string])[];
}

const MAX_WAYS = 1_000;
const MAX_BYTES = 16 * 1_048_576;
/** What a way takes for each component and connection of its plan, about. */
const PLACE_BYTES = 128;

/**
 * Finds out whether sessions may still come to a component. The way of a definition is stored, because a page that is
 * opened again and again would otherwise read and parse a definition of a megabyte each time.
 */
export class QuestionWays {
  readonly #ways = new BoundedLruMap<string, Way>({ entries: MAX_WAYS, bytes: MAX_BYTES });
  readonly #questions: Pick<SessionStore['questions'], 'readDefinition' | 'readPortsTaken'>;

  constructor({ questions }: Pick<SessionStore, 'questions'>) {
    this.#questions = questions;
  }

  /** Whether the session may still come to the component. */
  async mayBeAsked(session: AskedSession, { run, componentId }: QuestionPlace): Promise<boolean> {
    const way = await this.#wayOf(session);
    if (way === null || !way.plan.numberOf.has(componentId)) return false;
    const taken = await this.#questions.readPortsTaken(session.sessionId, run, way.plan.componentIds);
    const ports = new Map([...way.pinnedPorts, ...taken]);
    return !ports.has(componentId) && mayStillRun(way.plan, componentId, ports);
  }

  async #wayOf(session: AskedSession): Promise<Way | null> {
    const { definitionId, startComponentId, organizationId: owner } = session;
    const key = `${definitionId} ${startComponentId}`;
    const known = this.#ways.get(key);
    if (known !== undefined) return known;
    const definition = await this.#questions.readDefinition(session);
    if (definition === null) return null;
    const pinned = Object.entries(definition.test?.pinnedOutputs ?? {});
    const plan = planWalk(definition, startComponentId);
    const way = { plan, pinnedPorts: pinned.map(([id, { port }]) => [id, port] as const) };
    const places = plan.outgoing.reduce((sum, { length }) => sum + length, plan.componentIds.length);
    this.#ways.set(key, way, { owner, bytes: (places + pinned.length) * PLACE_BYTES });
    return way;
  }
}
