import type { CallToolResult } from '@modelcontextprotocol/server';
import { flattenPlaceholder } from '@workflow/validation';
import { isJsonObject, setOwn, type Json, type JsonObject } from '@workflow/workflow-model';
import { ApiError, invalidRequest } from '../../errors/api-error.ts';
import { originOf } from '../../http/origin-of.ts';
import { makeInputCheck } from '../../http/routing/check-input.ts';
import { findFirstRun, requireSameBody } from '../../runs/answer-replay.ts';
import { findFurtherProblems } from '../../runs/check-run-request.ts';
import { findKeyProblems, readIdempotencyKey, type IdempotencyKey } from '../../runs/idempotency-key.ts';
import { startRun } from '../../runs/start-run.ts';
import { awaitEnd } from './await-end.ts';
import { boundedOutput } from './bounded-output.ts';
import { IDEMPOTENCY_KEY, OWN_ARGUMENTS, START_AT, type CalledWorkflow } from './called-workflow.ts';
import { resultOf, type ToolCall } from './tool.ts';

const checkOwnArguments = makeInputCheck({ type: 'object', properties: OWN_ARGUMENTS }, 'the arguments');

/**
 * Runs a workflow: starts a session, waits some time for its end, and returns its outcome. A client that disconnects
 * ends only the wait.
 * @throws ApiError as a run request; every invalid argument is named
 */
export async function callWorkflow(called: CalledWorkflow, call: ToolCall): Promise<CallToolResult> {
  const { sessionId, isDelayed } = await start(called, call);
  return isDelayed ? resultOf({ sessionId, status: 'running' }) : answerOf(call, sessionId);
}

interface Started {
  sessionId: string;
  /** True if the session starts later, so that nobody waits for it. */
  isDelayed: boolean;
}

async function start(called: CalledWorkflow, call: ToolCall): Promise<Started> {
  const { workflowId, trigger } = called;
  const { context, caller, request } = call;
  const { key, values, startAt } = readArguments(call.given, called, context.caches.clock.nowMs());
  const body = { workflowId, componentId: trigger.id, placeholderValues: values, ...(startAt !== null && { startAt }) };
  const isDelayed = startAt !== null;
  const { organizationId } = caller;
  const first = key && (await findFirstRun(context, organizationId, key));
  if (first !== null) {
    if (!first.sameBody) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
    return { sessionId: first.sessionId, isDelayed };
  }
  const { session, outcome } = await startRun(context, caller, body, {
    key,
    origin: originOf(request),
    bytes: request.rawBody.length,
    awaited: true,
    trigger: 'MCP',
  }).catch((error: unknown) => {
    throw byArgument(error);
  });
  if (outcome.kind === 'replayed' && key !== null && !outcome.sameBody)
    await requireSameBody(context, organizationId, key);
  const sessionId = 'sessionId' in outcome ? outcome.sessionId : session.id;
  request.exchange.sessionId = sessionId;
  return { sessionId, isDelayed };
}

/** Names refused values by argument, as the client does, without the field of the run request. */
function byArgument(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_REQUEST') return error;
  return invalidRequest([error.message.replaceAll(/(^|; )placeholderValues\./g, '$1')]);
}

/**
 * Returns the arguments as placeholder values with dotted keys, and the key that makes a repeat safe.
 * @throws ApiError INVALID_REQUEST that names unknown and missing arguments, and those in OWN_ARGUMENTS that are wrong
 */
function readArguments(
  given: JsonObject,
  { workflowId, fields, allowsStartAt }: CalledWorkflow,
  nowMs: number,
): { key: IdempotencyKey | null; values: JsonObject; startAt: string | null } {
  const fieldsByKey = new Map(fields.map((field) => [field.key, field]));
  const values: JsonObject = {};
  const problems = fields
    .filter(({ key, optional }) => optional !== true && !Object.hasOwn(given, key))
    .map(({ key }) => `${key} is required`);
  for (const [name, value] of Object.entries(given)) {
    const field = fieldsByKey.get(name);
    if (field !== undefined) addValue(values, field, value, problems);
    else if (name !== IDEMPOTENCY_KEY && !(allowsStartAt && name === START_AT))
      problems.push(`${name} is not an argument of this tool`);
  }
  const own = {
    [IDEMPOTENCY_KEY]: fieldsByKey.has(IDEMPOTENCY_KEY) ? undefined : given[IDEMPOTENCY_KEY],
    [START_AT]: allowsStartAt ? (given[START_AT] ?? undefined) : undefined,
  };
  problems.push(...checkOwnArguments(own), ...findKeyProblems(own[IDEMPOTENCY_KEY]));
  if (problems.length > 0) throw invalidRequest([...problems, ...findFurtherProblems(own, nowMs)]);
  const { [IDEMPOTENCY_KEY]: key, [START_AT]: startAt } = own as Record<keyof typeof own, string | undefined>;
  const content = [workflowId, values, ...(startAt === undefined ? [] : [startAt])];
  return { key: readKey(key, content), values, startAt: startAt ?? null };
}

/** Returns the key that makes a repeat of a call with this content safe, or null if none was sent. */
function readKey(sent: string | undefined, content: Json[]): IdempotencyKey | null {
  if (sent === undefined) return null;
  // An integer that a double cannot represent is a bigint, which the check of the values names.
  const text = JSON.stringify(content, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return readIdempotencyKey(sent, Buffer.from(text));
}

function addValue(values: JsonObject, field: CalledWorkflow['fields'][number], value: Json, problems: string[]): void {
  const isObject = isJsonObject(value);
  if (field.type === 'OBJECT' && !isObject && value !== null) problems.push(`${field.key} must be an object`);
  const unknown = field.type === 'OBJECT' && isObject ? unknownParts(field, value, field.key) : [];
  problems.push(...unknown.map((path) => `${path} is not an argument of this tool`));
  for (const [key, part] of Object.entries(flattenPlaceholder(field, value))) setOwn(values, key, part);
}

function unknownParts({ fields = [] }: CalledWorkflow['fields'][number], value: JsonObject, path: string): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = fields.find((one) => one.key === key);
    if (field === undefined) return [`${path}.${key}`];
    const isObject = isJsonObject(inner);
    return field.type === 'OBJECT' && isObject ? unknownParts(field, inner, `${path}.${key}`) : [];
  });
}

/** Returns the outcome of the session, or states that it still runs. */
async function answerOf(call: ToolCall, sessionId: string): Promise<CallToolResult> {
  const { context } = call;
  const ended = await awaitEnd(call, sessionId);
  if (ended === null) return resultOf({ sessionId, status: 'running' });
  context.intake.ended(sessionId);
  const { status, output, error } = ended;
  const failure = error && { code: error.code, message: error.message, componentId: error.componentId };
  return resultOf(
    {
      sessionId,
      status,
      ...boundedOutput(output, context.config.mcp.maxOutputBytes),
      ...(failure !== null && { error: failure }),
    },
    status !== 'SUCCEEDED',
  );
}
