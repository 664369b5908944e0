import {
  checkParsedFields,
  isTerminal,
  StepFailure,
  type ChildState,
  type Json,
  type JsonObject,
  type Question,
  type RecordedPart,
  type StepContext,
  type StepResult,
} from '@workflow/component-kit/run';
import type { Expression } from '@workflow/component-kit';
import type { FrozenTool } from './begin.ts';
import type { ToolCall } from './conversation.ts';
import { READ_RESULT, readPart } from './large-results.ts';

/** Calls of one turn that are under way at the same time. */
const MAX_AT_ONCE = 16;

/** The conditions and the people of an approval of calls. */
export interface ApprovalRule {
  when?: Expression | undefined;
  approvers?: string[] | undefined;
  timeoutSeconds: number;
}

interface CallsOf {
  context: StepContext;
  tools: readonly FrozenTool[];
  /** The rules by the number of the tool in the config. */
  approvals: readonly (ApprovalRule | null)[];
  workflowName: string;
  /** Resolves to the result of an earlier call. */
  resultOf: (id: string) => Promise<Json | undefined>;
}

/** The result of a call, before it is committed. */
type CallEnd = { output: Json } | { error: { code: string; message: string } };
type Progress = { kind: 'ended'; end: CallEnd } | { kind: 'running' } | { kind: 'asked'; until: Date };

/**
 * Brings the calls of a turn forward, and commits those that ended. Returns how to wait for the others, or the
 * committed parts if none is left.
 */
export async function runCalls(
  calls: readonly ToolCall[],
  parts: CallsOf,
): Promise<{ waits: StepResult<never> } | { ended: RecordedPart[] }> {
  const { context } = parts;
  const open = calls.filter(({ isEnded }) => !isEnded);
  const children = new Map((await context.children.read()).map((child) => [child.iteration, child]));
  const progress: Progress[] = [];
  const ended: RecordedPart[] = [];
  for (const call of open) {
    if (progress.filter(({ kind }) => kind !== 'ended').length >= MAX_AT_ONCE) break;
    const state = await bringForward(call, children.get(call.number), parts);
    progress.push(state);
    if (state.kind === 'ended') ended.push(recordOf(call, context.now(), state.end));
  }
  const recorded = ended.length > 0 ? await context.parts.record(ended) : [];
  const left = progress.filter(({ kind }) => kind !== 'ended');
  if (left.length === 0) return { ended: recorded };
  const times = left.flatMap((state) => (state.kind === 'asked' ? [state.until.getTime()] : []));
  const waits: StepResult<never> = {
    kind: 'waiting',
    until: times.length === 0 ? null : new Date(Math.min(...times)),
    ...(left.some(({ kind }) => kind === 'running') && { forChildren: true }),
    ...(times.length > 0 && { forAnswer: 'approval' }),
  };
  return { waits };
}

async function bringForward(call: ToolCall, child: ChildState | undefined, parts: CallsOf): Promise<Progress> {
  if (child !== undefined) return progressOf(child, parts.context);
  try {
    if (call.problem !== null) throw new StepFailure('FIELD_INVALID', call.problem);
    if (call.tool === READ_RESULT)
      return { kind: 'ended', end: { output: await readPart(argumentsOf(call), parts.resultOf) } };
    const tool = parts.tools.find(({ name }) => name === call.tool);
    if (tool === undefined)
      throw new StepFailure('FIELD_INVALID', `There is no tool ${call.tool}. The tools are ${namesOf(parts.tools)}`);
    const checked = checkParsedFields(argumentsOf(call), tool.fields);
    if (!checked.ok) throw new StepFailure('FIELD_INVALID', `Wrong arguments: ${checked.problems.join('; ')}`);
    const values = checked.value as JsonObject;
    const asked = await askForApproval(call, values, tool, parts);
    return asked ?? (await start(call, values, tool, parts.context));
  } catch (error) {
    if (!(error instanceof StepFailure) || error.code === 'INTERNAL_ERROR') throw error;
    return { kind: 'ended', end: { error: { code: error.code, message: error.message } } };
  }
}

function argumentsOf({ arguments: given }: ToolCall): JsonObject {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw new StepFailure('FIELD_INVALID', 'The arguments must be an object');
}

function namesOf(tools: readonly FrozenTool[]): string {
  return [...tools.map(({ name }) => name), READ_RESULT].join(', ');
}

/** Returns null if the call may begin. */
async function askForApproval(
  call: ToolCall,
  values: JsonObject,
  { index }: FrozenTool,
  { context, approvals, workflowName }: CallsOf,
): Promise<Progress | null> {
  const rule = approvals[index] ?? null;
  if (rule === null) return null;
  if (rule.when !== undefined && !isWanted(await rule.when(values))) return null;
  const questions = context.questionsOfPart(call.number);
  const state =
    call.startedAt === null
      ? await questions.ask(questionOf(call, values, rule, workflowName))
      : await questions.look();
  if (state.kind === 'open' && call.startedAt === null)
    await context.parts.record([{ ...recordOf(call, context.now(), null), input: values }]);
  if (state.kind === 'open') return { kind: 'asked', until: state.until };
  const { choice, comment = null } = state.kind === 'answered' ? (state.decision ?? { choice: 'reject' }) : {};
  if (choice === 'approve') return null;
  const why = comment === null || comment === '' ? '' : `: ${comment}`;
  const message = choice === undefined ? 'Nobody approved the call in time' : `A person rejected the call${why}`;
  return { kind: 'ended', end: { error: { code: 'CALL_REJECTED', message } } };
}

function questionOf(
  { tool }: ToolCall,
  values: JsonObject,
  { approvers = [], timeoutSeconds }: ApprovalRule,
  workflowName: string,
): Question {
  return {
    kind: 'approval',
    title: `${tool} for ${workflowName}`,
    message: JSON.stringify(values, null, 2),
    choices: ['approve', 'reject'],
    fields: [],
    timeoutSeconds,
    signedInOnly: false,
    approvers: approvers.map((approver) => approver.toLowerCase()),
    remindAfterSeconds: null,
  };
}

function isWanted(result: Json | undefined): boolean {
  return result !== undefined && result !== null && result !== false;
}

/** Records the call and starts its session. Both happen once: the number of the part identifies the session. */
async function start(call: ToolCall, values: JsonObject, tool: FrozenTool, context: StepContext): Promise<Progress> {
  const { workflowId, componentId, version } = tool;
  await context.parts.record([{ ...recordOf(call, context.now(), null), input: values }]);
  const wanted = { workflowId, componentId, placeholderValues: values, iteration: call.number };
  const outcome = await context.children.start([{ ...wanted, ...(version !== null && { version }) }]);
  if (outcome.kind === 'started') return { kind: 'running' };
  if (outcome.kind === 'refused') throw new StepFailure(outcome.code, outcome.message);
  // If the fence is lost, the session is aborted before this matters.
  throw new StepFailure('INTERNAL_ERROR', 'The executor lost its claim on the session');
}

async function progressOf(child: ChildState, context: StepContext): Promise<Progress> {
  const { status, sessionId, error } = child;
  if (!isTerminal(status)) return { kind: 'running' };
  if (status === 'SUCCEEDED') {
    const outputs = await context.children.readOutputs([child]);
    return { kind: 'ended', end: { output: outputs.get(sessionId) ?? null } };
  }
  const why = error === null ? '' : `: ${error.code} ${error.message}`;
  return { kind: 'ended', end: { error: { code: 'CHILD_FAILED', message: `The workflow ended ${status}${why}` } } };
}

function recordOf(call: ToolCall, nowMs: number, end: CallEnd | null): RecordedPart {
  const at = new Date(nowMs);
  const failed = end !== null && 'error' in end ? end.error : null;
  return {
    number: call.number,
    part: { kind: 'tool', turn: call.turn, tool: call.tool },
    attempt: 1,
    status: end === null ? 'RUNNING' : failed === null ? 'SUCCEEDED' : 'FAILED',
    input: call.arguments,
    output: end !== null && 'output' in end ? end.output : null,
    error: failed === null ? null : ({ ...failed, componentId: null } as RecordedPart['error']),
    startedAt: call.startedAt ?? at,
    finishedAt: end === null ? null : at,
  };
}
