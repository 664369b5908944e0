import {
  checkParsedFields,
  isTerminal,
  readChildrenOf,
  startOrFail,
  StepFailure,
  type CallApproval,
  type ChildState,
  type Decision,
  type Json,
  type JsonObject,
  type Question,
  type RecordedPart,
  type StepContext,
  type StepResult,
  type WantedChild,
} from '@workflow/component-kit/run';
import { isOperation, type Tool, type WorkflowTool } from './begin.ts';
import { recordOf, type ApprovalRule, type CallEnd, type CallsOf } from './call-record.ts';
import type { ToolCall } from './conversation.ts';
import { READ_RESULT } from './large-results.ts';
import { OperationCalls, outcomeUnknown, requireArguments } from './operation-calls.ts';
import { isJsonObject } from '@workflow/workflow-model';

/** Maximum number of calls of one turn that run at the same time. */
const MAX_AT_ONCE = 16;

/** The size of results, as JSON, above which they are committed before the next result is read. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

type Progress =
  | { kind: 'ended'; end: CallEnd; approval?: CallApproval }
  | { kind: 'running' }
  | { kind: 'asked'; until: Date }
  /** An operation was called, which ends without waiting. */
  | { kind: 'called' };

/** Continues the calls of a turn, and commits those that ended. Returns how to wait for the others, or null. */
export async function runCalls(calls: readonly ToolCall[], parts: CallsOf): Promise<StepResult<never> | null> {
  const { context } = parts;
  const open = calls.filter(({ isEnded }) => !isEnded);
  const wantedChildren = open.flatMap((call) => wantedBy(call, parts.tools));
  const found = wantedChildren.length === 0 ? [] : await readChildrenOf(context, wantedChildren);
  const children = new Map(found.map((child) => [child.iteration, child]));
  const openCalls: Exclude<Progress, { kind: 'ended' | 'called' }>[] = [];
  const results = new WaitingResults(parts);
  const operations = new OperationCalls(parts);
  for (const call of open) {
    await operations.untilFewer(MAX_AT_ONCE - openCalls.length);
    if (openCalls.length >= MAX_AT_ONCE) break;
    const state = await bringForward(call, children.get(call.number), { ...parts, operations });
    if (state.kind === 'ended') await results.add(recordOf(call, context.now(), state));
    else if (state.kind !== 'called') openCalls.push(state);
  }
  await results.commit();
  await operations.untilAllEnded();
  if (operations.isTimeUp) parts.onTimeUp();
  if (openCalls.length === 0) return null;
  const times = openCalls.flatMap((state) => (state.kind === 'asked' ? [state.until.getTime()] : []));
  return {
    kind: 'waiting',
    until: times.length === 0 ? null : new Date(Math.min(...times)),
    ...(openCalls.some(({ kind }) => kind === 'running') && { forChildren: true }),
    ...(times.length > 0 && { forAnswer: 'approval' }),
  };
}

/** The calls that ended and are not committed yet. */
class WaitingResults {
  readonly #parts: CallsOf;
  #ended: RecordedPart[] = [];
  #bytes = 0;

  constructor(parts: CallsOf) {
    this.#parts = parts;
  }

  async add(part: RecordedPart): Promise<void> {
    this.#ended.push(part);
    this.#bytes += JSON.stringify(part.output).length;
    if (this.#bytes > MAX_WAITING_BYTES) await this.commit();
  }

  async commit(): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    this.#bytes = 0;
    if (ended.length > 0) this.#parts.onEnded(await this.#parts.context.parts.record(ended));
  }
}

/** Returns the session that a call starts, if its tool is a workflow. */
function wantedBy(call: ToolCall, tools: readonly Tool[]): WantedChild[] {
  const tool = tools.find(({ name }) => name === call.tool);
  if (tool === undefined || isOperation(tool) || call.problem !== null) return [];
  const checked = checkParsedFields(call.arguments, tool.fields);
  return checked.ok ? [childOf(call, checked.value as JsonObject, tool)] : [];
}

function childOf({ number: iteration }: ToolCall, placeholderValues: JsonObject, tool: WorkflowTool): WantedChild {
  const { workflowId, componentId, version } = tool;
  return { workflowId, componentId, placeholderValues, iteration, ...(version !== null && { version }) };
}

interface OpenCalls extends CallsOf {
  operations: OperationCalls;
}

async function bringForward(call: ToolCall, child: ChildState | undefined, parts: OpenCalls): Promise<Progress> {
  if (child !== undefined) return progressOf(child, parts.context);
  if (call.isSentOnce) return { kind: 'ended', end: outcomeUnknown(call.tool, 'the executor stopped during the call') };
  let approval: CallApproval | null = null;
  try {
    if (call.problem !== null) throw new StepFailure('FIELD_INVALID', call.problem);
    if (call.tool === READ_RESULT)
      return { kind: 'ended', end: { output: await parts.results.read(argumentsOf(call)) } };
    const tool = parts.tools.find(({ name }) => name === call.tool);
    if (tool === undefined)
      throw new StepFailure('FIELD_INVALID', `There is no tool ${call.tool}. The tools are ${namesOf(parts.tools)}`);
    const { values, begin } = await prepareCall(call, tool, parts);
    const decision = await askForApproval(call, values, tool, parts);
    if ('kind' in decision) return decision;
    ({ approval } = decision);
    return await begin({ ...call, approval });
  } catch (error) {
    if (!(error instanceof StepFailure) || error.code === 'INTERNAL_ERROR') throw error;
    const end = { error: { code: error.code, message: error.message } };
    return { kind: 'ended', end, ...(approval !== null && { approval }) };
  }
}

/** A call with checked arguments. */
interface PreparedCall {
  values: JsonObject;
  begin(approved: ToolCall): Promise<Progress>;
}

/** @throws StepFailure for wrong arguments */
async function prepareCall(call: ToolCall, tool: Tool, { context, operations }: OpenCalls): Promise<PreparedCall> {
  const args = argumentsOf(call);
  if (isOperation(tool)) {
    const operation = await context.openOperation(tool.pointer);
    requireArguments(operation, args);
    return {
      values: args,
      async begin(approved) {
        operations.begin(approved, operation, args);
        return { kind: 'called' };
      },
    };
  }
  const checked = checkParsedFields(args, tool.fields);
  if (!checked.ok) throw new StepFailure('FIELD_INVALID', `Wrong arguments: ${checked.problems.join('; ')}`);
  const values = checked.value as JsonObject;
  return {
    values,
    async begin(approved) {
      if (call.startedAt === null || (approved.approval !== null && call.approval === null)) {
        const begun = { ...recordOf(approved, context.now(), null), input: values };
        await context.parts.record([begun]);
        call.startedAt = begun.startedAt;
      }
      // It starts once: the number of the part identifies it.
      await startOrFail(context, [childOf(call, values, tool)]);
      return { kind: 'running' };
    },
  };
}

function argumentsOf({ arguments: given }: ToolCall): JsonObject {
  if (isJsonObject(given)) return given;
  throw new StepFailure('FIELD_INVALID', 'The arguments must be an object');
}

function namesOf(tools: readonly Tool[]): string {
  return [...tools.map(({ name }) => name), READ_RESULT].join(', ');
}

/** Maximum number of characters of arguments that a person can approve: the length of an approval's message. */
const MAX_APPROVED = 20_000;

/** Returns the decision if the call may begin; null if it needs none. */
async function askForApproval(
  call: ToolCall,
  values: JsonObject,
  { index }: Tool,
  { context, approvals, workflowName }: CallsOf,
): Promise<Progress | { approval: CallApproval | null }> {
  const rule = approvals[index] ?? null;
  if (rule === null) return { approval: null };
  if (!(await needsPerson(rule, values))) return { approval: null };
  const questions = context.questionsOfPart(call.number);
  const state =
    call.startedAt === null
      ? await questions.ask(questionOf(call, values, rule, workflowName))
      : await questions.look();
  if (state.kind === 'open' && call.startedAt === null)
    await context.parts.record([{ ...recordOf(call, context.now(), null), input: values }]);
  if (state.kind === 'open') return { kind: 'asked', until: state.until };
  if (state.kind === 'timed-out') return { kind: 'ended', end: rejected('Nobody approved the call in time') };
  const approval = approvalOf(state.decision);
  if (approval.choice === 'approve') return { approval };
  const why = approval.comment === null || approval.comment === '' ? '' : `: ${approval.comment}`;
  return { kind: 'ended', end: rejected(`A person rejected the call${why}`), approval };
}

/** Returns true for a condition that is true, or that names an argument which the call does not have. */
async function needsPerson({ when }: ApprovalRule, values: JsonObject): Promise<boolean> {
  if (when === undefined) return true;
  try {
    return isWanted(await when(values));
  } catch (error) {
    if (error instanceof StepFailure && error.code === 'PLACEHOLDER_MISSING') return true;
    throw error;
  }
}

function rejected(message: string): CallEnd {
  return { error: { code: 'CALL_REJECTED', message } };
}

function approvalOf(decision: Decision | null): CallApproval {
  const { choice, by = null, comment = null, at = new Date(0) } = decision ?? {};
  return { choice: choice === 'approve' ? choice : 'reject', by, comment, at: at.toISOString() };
}

function questionOf(
  { tool }: ToolCall,
  values: JsonObject,
  { approvers = [], timeoutSeconds }: ApprovalRule,
  workflowName: string,
): Question {
  const message = JSON.stringify(values, null, 2);
  if (message.length > MAX_APPROVED)
    throw new StepFailure(
      'FIELD_INVALID',
      `The arguments have ${message.length} characters. A call that needs an approval may have ${MAX_APPROVED}`,
    );
  return {
    kind: 'approval',
    title: `${tool} for ${workflowName}`,
    message,
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
