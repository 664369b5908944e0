import {
  askersOf,
  availablePlaceholders,
  bodyPropertyOf,
  findComponentType,
  mayReadField,
  sensitivityOf,
  startFieldsOf,
  unchosenCredentials,
  type Sensitivity,
} from '@workflow/components/descriptors';
import type { Component, Definition, Field, Json, TestSettings, WalkPlan } from '@workflow/workflow-model';
import { compileGivenValuesCheck, type PlaceholderCheck } from '@workflow/validation';
import {
  beginningOfBody,
  endingAt,
  planWalk,
  StepFailure,
  takesError,
  AttemptNotBegun,
  withinBodiesOf,
} from '@workflow/workflow-model';
import { prepareComponent as prepareRun, type ReadyComponent } from '@workflow/component-kit/host';
import { findRunnable } from '@workflow/components/runners';
import { mayRead } from './placeholder-readers.ts';
import { DEFAULT_RETRY } from './retry-policy.ts';
import { standInRunner } from './stand-in-runner.ts';
import type { PlannedComponent, PlannedWorkflow } from './walk-plan.ts';

/** A component with parsed templates and compiled expressions. */
export interface PreparedComponent extends PlannedComponent {
  readonly run: ReadyComponent;
  /** Null if the component has no separate time limit. */
  readonly timeoutMs: number | null;
  /** True if it enforces its time limit itself. */
  readonly limitsOwnTime: boolean;
  /**
   * True for the component of a package. Its declaration of effects is not trusted, so it is called only with a claim.
   */
  readonly isOfPackage?: boolean;
  /** The component at which the items of its loop begin, and the placeholders that they get. */
  readonly body?: { readonly componentId: string | null; readonly placeholders: readonly string[] };
}

/** A definition and one of its start components, prepared for any number of sessions. */
export interface PreparedWorkflow extends PlannedWorkflow {
  readonly components: ReadonlyMap<string, PreparedComponent>;
  /** Checks the values that another workflow passes to the start component. It is compiled on first use. */
  readonly checkGiven: PlaceholderCheck;
  /** True if its sessions may gather requests. */
  readonly gathers: boolean;
  /** The start component if the workflow gathers all requests, otherwise null. */
  readonly gathersFrom: Component | null;
  /** The fields that the start component accepts from callers, if it is a trigger. */
  readonly startFields: readonly Field[];
  /** The ids of components that ask, by `<kind> <name>`; null if two components have the name. */
  readonly askers: ReadonlyMap<string, string | null>;
  /** True if its sessions are items of a loop. */
  readonly isItem: boolean;
  /** Null if no field of the definition is sensitive. */
  readonly sensitivity: Sensitivity | null;
}

/** Prepares a component of a package. Returns null if none has its type in that version. */
export type PreparePackage = (component: Component) => ReadyComponent | null;
const NO_PACKAGES: PreparePackage = () => null;

/** @throws RangeError if the definition has no such component */
export function prepareWorkflow(
  definition: Definition,
  startComponentId: string,
  preparePackage: PreparePackage = NO_PACKAGES,
): PreparedWorkflow {
  const { test } = definition;
  const start = definition.components.find(({ id }) => id === startComponentId);
  // If the component with the loop runs alone, the items of the loop run completely.
  const alone = test?.onlyThisComponent === true && start?.within === undefined;
  const plan = planWalk(alone ? endingAt(definition, startComponentId) : definition, startComponentId);
  const reachable = definition.components.filter((component) => plan.numberOf.has(component.id));
  const inner = withinBodiesOf(definition, new Set(plan.componentIds));
  const components = new Map(
    reachable.map((component) => [
      component.id,
      pinnedComponent(component, test) ??
        prepareComponent(component, { definition, plan, reachable, inner, preparePackage, test }),
    ]),
  );
  let check: PlaceholderCheck | undefined;
  const checkGiven: PlaceholderCheck = (values) =>
    (check ??= compileGivenValuesCheck(definition, startComponentId))(values);
  return {
    plan,
    components,
    checkGiven,
    computesToEnd: computesToEnd(plan, reachable),
    startFields: startFieldsOf(start),
    isItem: start?.within !== undefined,
    // The session of an item asks only the questions of its loop.
    askers: askersOf({ components: definition.components.filter(({ within }) => within === start?.within) }),
    sensitivity: sensitivityOf(definition),
    gathers: definition.flow?.gather !== undefined,
    gathersFrom:
      definition.flow?.gather?.deliver === 'all' ? (reachable.find(({ id }) => id === startComponentId) ?? null) : null,
    outputIds: alone
      ? []
      : reachable.filter((one) => findComponentType(one)?.setsSessionOutput === true).map(({ id }) => id),
  };
}

/** Returns the components after which only computing components can run, or no component. */
function computesToEnd({ outgoing, numberOf }: WalkPlan, reachable: readonly Component[]): ReadonlySet<string> {
  const computes = new Set(
    reachable
      .filter((component) => findComponentType(component)?.onlyComputes === true)
      .map(({ id }) => numberOf.get(id)),
  );
  const computed = new Map<number, boolean>();
  const endsComputing = (number: number): boolean => {
    const before = computed.get(number);
    if (before !== undefined) return before;
    // A definition has no cycles. Without this line the result of a cycle would never be computed.
    computed.set(number, false);
    const ends = (outgoing[number] ?? []).every(({ to }) => computes.has(to) && endsComputing(to));
    computed.set(number, ends);
    return ends;
  };
  return new Set(reachable.map(({ id }) => id).filter((id) => endsComputing(numberOf.get(id) as number)));
}

/** Prepares a component whose output is pinned in a TEST session. It returns that output and does not run. */
function pinnedComponent(component: Component, test: TestSettings | undefined): PreparedComponent | null {
  const pinned = test?.pinnedOutputs?.[component.id];
  if (pinned === undefined || pinned.standIn === true) return null;
  const { json, port } = pinned;
  return {
    component,
    run: () => ({ kind: 'succeeded', output: JSON.parse(json) as Json, port }),
    hasEffect: false,
    isTrigger: false,
    isOutput: findComponentType(component)?.setsSessionOutput === true,
    retry: DEFAULT_RETRY,
    timeoutMs: null,
    limitsOwnTime: false,
    mayRead: new Set(),
    takesError: false,
  };
}

interface Surroundings {
  definition: Definition;
  plan: WalkPlan;
  reachable: Component[];
  /** The components in the loops of those. */
  inner: Component[];
  preparePackage: PreparePackage;
  test: TestSettings | undefined;
}

function prepareComponent(component: Component, around: Surroundings): PreparedComponent {
  const descriptor = findComponentType(component);
  const seconds = component.timeoutSeconds ?? descriptor?.defaultTimeoutSeconds ?? null;
  const standIn = standInFor(component, around.test);
  return {
    component,
    run: standIn ?? readyOrFailing(component, around),
    hasEffect: standIn === null && (descriptor?.hasEffect ?? false),
    isTrigger: descriptor?.isTrigger ?? false,
    isOutput: descriptor?.setsSessionOutput ?? false,
    startsSessions: descriptor?.startsSessions ?? false,
    retry: { ...DEFAULT_RETRY, ...component.retry },
    timeoutMs: seconds === null ? null : seconds * 1_000,
    limitsOwnTime: descriptor?.limitsOwnTime ?? false,
    isOfPackage: standIn === null && findRunnable(component.type) === undefined,
    ...readingOf(component, around),
    takesError: takesError(around.plan, component.id),
  };
}

/** Returns the placeholders that a component and its loop may read, and the start of the loop. */
function readingOf(component: Component, { definition }: Surroundings): Pick<PreparedComponent, 'mayRead' | 'body'> {
  const body = bodyPropertyOf(component) === null ? [] : withinBodiesOf(definition, new Set([component.id]));
  if (body.length === 0) return { mayRead: mayRead(component) };
  const readers = body.map(mayRead);
  const available = availablePlaceholders(definition, component.id).map(({ key }) => key);
  const shared = available.filter((key) => readers.some((names) => names === null || names.has(key)));
  const ownReads = mayRead(component);
  return {
    mayRead: ownReads === null ? null : new Set([...ownReads, ...shared]),
    body: { componentId: beginningOfBody(definition, component.id), placeholders: shared },
  };
}

/** Prepares a component whose credential is not chosen yet. It shows its config, and does nothing. */
function standInFor(component: Component, test: TestSettings | undefined): ReadyComponent | null {
  const pinned = test?.pinnedOutputs?.[component.id];
  const descriptor = findComponentType(component);
  if (pinned?.standIn !== true || descriptor === undefined) return null;
  // All other required fields must be set.
  const config = { ...component.config };
  for (const name of unchosenCredentials(component)) config[name] = '';
  return prepareRun({ descriptor, runner: standInRunner(pinned) }, { ...component, config }, () => true);
}

/**
 * Prepares a component. One that cannot be prepared fails only when it is reached, because its branch may never be
 * taken.
 */
function readyOrFailing(component: Component, { reachable, inner, preparePackage }: Surroundings): ReadyComponent {
  try {
    const type = findRunnable(component.type);
    if (type === undefined) return preparePackage(component) ?? notInstalled(component);
    const { id, output } = component;
    const otherComponents = [...reachable, ...inner].filter((other) => other.id !== id);
    return prepareRun(
      type,
      component,
      (field) => output !== undefined && otherComponents.some((other) => mayReadField(other, output, field)),
    );
  } catch (error) {
    const failure = error instanceof StepFailure ? error : new StepFailure('CONFIG_INVALID', (error as Error).message);
    return () => {
      throw failure;
    };
  }
}

/** Releases the session for another executor, which may have the version that the definition names. */
function notInstalled({ type, version }: Component): ReadyComponent {
  return () => {
    if (version !== undefined)
      throw new AttemptNotBegun(`version ${version} of the component type ${type} is not installed on this executor`);
    throw new StepFailure('UNKNOWN_COMPONENT_TYPE', `There is no component type ${type}`);
  };
}
