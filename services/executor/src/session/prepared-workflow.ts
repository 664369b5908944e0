import { findComponentType } from '@workflow/component-catalog';
import type { Component, Definition, RetryPolicy, WalkPlan } from '@workflow/workflow-model';
import { compileGivenValuesCheck, type PlaceholderCheck } from '@workflow/validation';
import { planWalk } from '@workflow/workflow-model';
import type { ReadyComponent } from '../components/component.ts';
import { COMPONENT_RUNNERS } from '../components/registry.ts';
import { DEFAULT_RETRY } from './retry-policy.ts';
import { StepFailure } from './step-failure.ts';

/** A component with everything that is worked out once: templates parsed, expressions compiled. */
export interface PreparedComponent {
  readonly component: Component;
  readonly run: ReadyComponent;
  readonly hasEffect: boolean;
  readonly isTrigger: boolean;
  readonly isOutput: boolean;
  readonly retry: RetryPolicy;
  /** null: no limit of its own. */
  readonly timeoutMs: number | null;
  /** Whether its `error` port is connected. */
  readonly takesError: boolean;
}

/** A definition and one start component of it, made ready for any number of sessions. */
export interface PreparedWorkflow {
  readonly plan: WalkPlan;
  readonly components: ReadonlyMap<string, PreparedComponent>;
  /** Ids of `output` components of the reachable part, in the definition's order. */
  readonly outputIds: readonly string[];
  /** Checks what another workflow gives to the start component; compiled when first asked for. */
  readonly checkGiven: PlaceholderCheck;
}

/** @throws RangeError when the definition has no such component. */
export function prepareWorkflow(definition: Definition, startComponentId: string): PreparedWorkflow {
  const plan = planWalk(definition, startComponentId);
  const reachable = definition.components.filter((component) => plan.numberOf.has(component.id));
  const components = new Map(reachable.map((component) => [component.id, prepareComponent(component, plan)]));
  let check: PlaceholderCheck | undefined;
  const checkGiven: PlaceholderCheck = (values) => (check ??= compileGivenValuesCheck(definition, startComponentId))(values);
  return { plan, components, checkGiven, outputIds: reachable.filter((component) => component.type === 'output').map((component) => component.id) };
}

function prepareComponent(component: Component, plan: WalkPlan): PreparedComponent {
  const type = COMPONENT_RUNNERS.get(component.type);
  const descriptor = findComponentType(component.type);
  const seconds = component.timeoutSeconds ?? descriptor?.defaultTimeoutSeconds ?? null;
  return {
    component,
    run: prepareRun(component),
    hasEffect: type?.hasEffect ?? false,
    isTrigger: descriptor?.isTrigger ?? false,
    isOutput: component.type === 'output',
    retry: { ...DEFAULT_RETRY, ...component.retry },
    timeoutMs: seconds === null ? null : seconds * 1_000,
    takesError: plan.outgoing[plan.numberOf.get(component.id) ?? -1]?.some((connection) => connection.port === 'error') ?? false,
  };
}

/** A component that cannot be made ready fails when it is reached, not before: its branch may never be taken. */
function prepareRun(component: Component): ReadyComponent {
  try {
    const type = COMPONENT_RUNNERS.get(component.type);
    if (type === undefined) throw new StepFailure('UNKNOWN_COMPONENT_TYPE', `there is no component type ${component.type}`);
    return type.prepare(component);
  } catch (error) {
    const failure = error instanceof StepFailure ? error : new StepFailure('CONFIG_INVALID', (error as Error).message);
    return () => {
      throw failure;
    };
  }
}
