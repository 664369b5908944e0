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
import { isKeptByJsonb } from '../rows/key-order.ts';
import type { DescribedSession, SessionStart } from './new-session.ts';

/** The part of a session's description that follows from the rules of its definition and its values. */
type Ruled = 'id' | 'label' | 'priority' | 'flow' | 'warning' | 'gather' | 'hidden';

/** Who starts a session, where, and with which values. */
export interface SessionToBuild extends Omit<SessionStart, Ruled> {
  /** A new one when left out. */
  id?: string;
  /** The placeholder values as they are, by dotted keys. */
  values: JsonObject;
  /** `values` as JSON text, where the caller has it already. */
  valuesJson?: string | undefined;
  /** Sensitive values of the session that the values were taken from. */
  inherited?: readonly Json[] | undefined;
  /** The priority where the workflow names none: that of a caller who waits, or of the parent. */
  priority?: Priority | undefined;
  /** A warning that the session shows besides those of its rules. */
  warning?: string | undefined;
  /** Makes the error with which problems of the rules refuse the start. Left out: they become warnings. */
  refuse?: ((problems: string[]) => Error) | undefined;
}

/** What the rules make of the values of one session. */
export interface StartParts {
  hiding: HiddenStart | null;
  flow: ComputedKeys | null;
  label: ComputedLabel | null;
}

/** Whether the rules have expressions, which are evaluated outside of transactions. */
export function hasExpressions({ flowKeys, label }: StartRules): boolean {
  return flowKeys !== null || label !== null;
}

/** What rules without expressions make of the values. */
export function plainParts(rules: StartRules, { values, inherited = [] }: SessionToBuild): StartParts {
  return { hiding: rules.hide(values, inherited), flow: null, label: null };
}

/** Evaluates the expressions of the rules. Keys are made of the values as they are, a label of those that are shown. */
export async function computeParts(rules: StartRules, start: SessionToBuild): Promise<StartParts> {
  const { hiding } = plainParts(rules, start);
  const flow = (await rules.flowKeys?.(start.values)) ?? null;
  const label = (await rules.label?.(hiding?.shown ?? start.values)) ?? null;
  return { hiding, flow, label };
}

/**
 * Builds the session that starts on a definition with these values: masked, with its label, its keys, its priority and
 * its warnings. Everything that starts sessions builds them here.
 * @throws what `refuse` makes of problems
 */
export async function buildSession(rules: StartRules, start: SessionToBuild): Promise<DescribedSession> {
  return assembleSession(rules, start, await computeParts(rules, start));
}

/** The same with parts that were computed before. */
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
  const gathering = rules.gather(about.componentId, flow?.keys, values);
  return {
    ...about,
    id,
    placeholderValuesJson: (hiding === null ? valuesJson : undefined) ?? JSON.stringify(shown),
    keptByJsonb: isKeptByJsonb(shown),
    hidden: hiding?.hidden,
    label: label?.label ?? null,
    priority: rules.priority ?? priority,
    flow: flow?.keys,
    warning: warnings.length > 0 ? warnings.join('; ') : undefined,
    gather: gathering && { ...gathering, responseFor: () => null },
  };
}

function problemsOf({ flow, label }: StartParts): string[] {
  return [...(flow?.problems ?? []), ...(label?.problem ? [label.problem] : [])];
}
