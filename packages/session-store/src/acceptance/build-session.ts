import type {
  ComputedKeys,
  ComputedLabel,
  HiddenStart,
  Json,
  JsonObject,
  Priority,
  StartRules,
} from '@workflow/workflow-model';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { isUnchangedByJsonb } from '../values/key-order.ts';
import type { DescribedSession, SessionDescription, SessionTiming } from './new-session.ts';

/** The fields of a session that the rules of its definition determine. */
type Ruled = 'id' | 'label' | 'priority' | 'pool' | 'flow' | 'warning' | 'gather' | 'hidden';

/** The cause, the workflow and the values of a session to build. */
export interface SessionToBuild extends Omit<SessionDescription, Ruled> {
  /** If left out, a new id is created. */
  id?: string;
  /** The unmasked placeholder values, by dotted keys. */
  values: JsonObject;
  /** `values` as JSON text, if the caller has it already. */
  valuesJson?: string | undefined;
  /** Sensitive values of the session that these values were copied from. */
  inherited?: readonly Json[] | undefined;
  /** The priority if the workflow defines none: the priority of a waiting caller or of the parent. */
  priority?: Priority | undefined;
  /** A warning that the session shows in addition to those of its rules. */
  warning?: string | undefined;
  /**
   * Returns the error that refuses the start because of problems in the rules. If left out, the problems become
   * warnings.
   */
  refuse?: ((problems: string[]) => Error) | undefined;
}

/** The results that the rules have for the values of one session. */
export interface StartParts {
  hiding: HiddenStart | null;
  flow: ComputedKeys | null;
  label: ComputedLabel | null;
}

/** Returns true if the rules have expressions, which are evaluated outside of transactions. */
export function hasExpressions({ flowKeys, label }: StartRules): boolean {
  return flowKeys !== null || label !== null;
}

/** Returns the results of rules without expressions. */
export function plainParts(rules: StartRules, { values, inherited = [] }: SessionToBuild): StartParts {
  return { hiding: rules.hide(values, inherited), flow: null, label: null };
}

/** Evaluates the expressions of the rules. Keys use the unmasked values, a label uses the masked ones. */
export async function computeParts(rules: StartRules, start: SessionToBuild): Promise<StartParts> {
  const { hiding } = plainParts(rules, start);
  const flow = (await rules.flowKeys?.(start.values)) ?? null;
  const label = (await rules.label?.(hiding?.shown ?? start.values)) ?? null;
  return { hiding, flow, label };
}

/**
 * Builds the session that starts on a definition with these values: masked, with its label, keys, priority and
 * warnings. Every session is built here.
 * @throws the error of `refuse` if there are problems
 */
export async function buildSession(rules: StartRules, start: SessionToBuild): Promise<DescribedSession> {
  return assembleSession(rules, start, await computeParts(rules, start));
}

/** Builds the session with parts that were computed before. */
export function assembleSession(rules: StartRules, start: SessionToBuild, parts: StartParts): DescribedSession {
  const {
    id = timeOrderedId(),
    values,
    valuesJson,
    inherited: _inherited,
    priority,
    warning,
    refuse,
    ...about
  } = start;
  const { hiding, flow, label } = parts;
  const problems = problemsOf(parts);
  if (problems.length > 0 && refuse !== undefined) throw refuse(problems);
  const warnings = warning === undefined ? problems : [warning, ...problems];
  const shown = hiding?.shown ?? values;
  // Gathered values are stored unencrypted, and a session has the sealed values of one request only.
  const gathering = hiding === null ? rules.gather(about.componentId, flow?.keys, values) : undefined;
  return {
    ...about,
    id,
    timing: timingOf(about.timing, rules.expireAfterSeconds),
    placeholderValuesJson: (hiding === null ? valuesJson : undefined) ?? JSON.stringify(shown),
    unchangedByJsonb: isUnchangedByJsonb(shown),
    hidden: hiding?.hidden,
    label: label?.label ?? null,
    priority: rules.priority ?? priority,
    pool: rules.pool,
    flow: flow?.keys,
    warning: warnings.length > 0 ? warnings.join('; ') : undefined,
    gather: gathering && { ...gathering, responseFor: () => null },
  };
}

/** Returns the times of a session: the requested ones, and the expiry of the workflow if none was requested. */
function timingOf(
  requested: SessionTiming | undefined,
  expireAfterSeconds: number | undefined,
): SessionTiming | undefined {
  if (requested?.expireAfterSeconds !== undefined || expireAfterSeconds === undefined) return requested;
  return { ...requested, expireAfterSeconds };
}

function problemsOf({ flow, label }: StartParts): string[] {
  return [...(flow?.problems ?? []), ...(label?.problem ? [label.problem] : [])];
}
