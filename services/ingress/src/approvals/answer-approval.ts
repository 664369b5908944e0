import type { AskedApproval } from '@workflow/session-store';
import type { JsonObject } from '@workflow/workflow-model';
import { readAnswer, readFieldsOf } from '../callbacks/read-answer.ts';
import type { AppContext } from '../context.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { isJsonContentType } from '../http/bodies/parse-json-body.ts';
import { defineRoute, type RouteReply } from '../http/define-route.ts';
import { pageResponse } from '../pages/page-reply.ts';
import { choiceProblems, readAskedFields, type SentForm } from '../pages/read-asked-fields.ts';
import { FORM_TYPE, isFormType, readSentForm } from '../pages/read-sent-form.ts';
import { decisionSchema } from './approval-schemas.ts';
import { approvalPage } from './approval-page.ts';
import { stateOf } from './approval-states.ts';
import { decideApproval, decisionProblems, toDecision, type SentDecision } from './decide-approval.ts';
import { approvalParams, approvalPath, openApproval, type OpenedApproval } from './open-approval.ts';

/** Decides an approval on its page (contract §10.2). The first decision counts. */
export const answerApproval = defineRoute({
  method: 'POST',
  path: approvalPath,
  summary: 'Decide an approval by its URL',
  description:
    'By the form of its page, or as JSON: `choice`, `comment`, `by` and the fields that the approval asks for. ' +
    'A form is answered with a page, JSON with JSON.',
  security: { kind: 'address' },
  params: approvalParams,
  body: {},
  bodyTypes: [FORM_TYPE, 'application/json'],
  bodyExample: { choice: 'approve', comment: 'As agreed', by: 'Ada' },
  responses: {
    200: { ...pageResponse('It is decided.'), alternatives: { 'application/json': decisionSchema } },
    400: pageResponse('The form again, with what is wrong.'),
    401: { description: 'The approval asks for a member of the organization.' },
    403: pageResponse('The signed-in person may not decide this.'),
    404: pageResponse('Unknown link.'),
    409: pageResponse('The session has not reached the approval yet.'),
    410: pageResponse('Already decided, timed out, or no longer needed.'),
  },
  async handler(context, request) {
    const { message, readBody } = request;
    const visit = await openApproval(context, request);
    if ('reply' in visit) return visit.reply;
    const { opened } = visit;
    const type = message.headers['content-type'];
    const isForm = isFormType(type);
    if (!isForm && !isJsonContentType(type))
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { values: { expected: `${FORM_TYPE} or application/json` } });
    const { bytes } = await readBody();
    await context.bodies.turns.wait(opened.found.organizationId, bytes.length);
    if (isForm) return answerForm(context, opened, readSentForm(bytes, context.config.http.maxFormFields));
    return answerJson(context, opened, readAnswer(bytes));
  },
});

async function answerForm(context: AppContext, opened: OpenedApproval, sent: SentForm): Promise<RouteReply> {
  const { state, found } = opened;
  const member = opened.member?.email ?? null;
  if (state.kind !== 'open') return approvalPage(context, state, { found, member }, { isRefused: true });
  const lastValueOf = (name: string): string | undefined => sent.get(name)?.at(-1);
  const decision = { choice: lastValueOf('choice'), comment: lastValueOf('comment'), by: lastValueOf('by') };
  const { values, problems } = readAskedFields(state.asked.fields, sent);
  for (const [name, problem] of decisionProblems(state.asked, decision)) problems.set(name, problem);
  if (problems.size > 0) return approvalPage(context, state, { found, member, form: { sent, problems } });
  const isDecided = await decide(context, opened, decision, values);
  const after = await stateAfter(context, opened);
  return approvalPage(context, after.state, { found: after.found, member }, { isRefused: !isDecided });
}

async function answerJson(context: AppContext, opened: OpenedApproval, text: string): Promise<RouteReply> {
  const { state } = opened;
  if (state.kind === 'not-asked') throw new ApiError('NOT_ASKED_YET');
  if (state.kind !== 'open') throw new ApiError('ANSWER_GONE');
  const { sent, fields } = readJsonDecision(text, state.asked);
  if (!(await decide(context, opened, sent, fields))) throw new ApiError('ANSWER_GONE');
  const { choice, comment, by } = toDecision(sent, byOf(opened, sent));
  return { status: 200, body: { choice, comment, by } };
}

/** @throws ApiError INVALID_REQUEST, MALFORMED_JSON */
export function readJsonDecision(text: string, asked: AskedApproval): { sent: SentDecision; fields: JsonObject } {
  const values = readFieldsOf(text, null);
  const problems: string[] = [];
  const textOf = (name: string): string | undefined => {
    const value = values[name];
    if (value === undefined || value === null || typeof value === 'string') return value ?? undefined;
    problems.push(`${name} must be a string`);
    return undefined;
  };
  const sent = { choice: textOf('choice'), comment: textOf('comment'), by: textOf('by') };
  for (const [name, problem] of decisionProblems(asked, sent))
    if (!problems.some((existing) => existing.startsWith(`${name} `))) problems.push(`${name} ${problem}`);
  if (problems.length > 0) throw invalidRequest(problems);
  const fields = readFieldsOf(text, asked.fields);
  const wrong = choiceProblems(asked.fields, fields);
  if (wrong.length > 0) throw invalidRequest(wrong);
  return { sent, fields };
}

function byOf({ member }: OpenedApproval, { by = '' }: SentDecision): string {
  return member?.email ?? by.trim();
}

function decide(context: AppContext, opened: OpenedApproval, sent: SentDecision, fields: JsonObject): Promise<boolean> {
  const { place, found, member } = opened;
  const actor = member && ({ type: 'user', id: member.userId, name: member.email } as const);
  const decision = toDecision(sent, byOf(opened, sent));
  return decideApproval(context, { organizationId: found.organizationId, place, actor }, decision, fields);
}

async function stateAfter(context: AppContext, { place, found }: OpenedApproval) {
  const now = (await context.store.questions.findApproval(place)) ?? found;
  return { found: now, state: await stateOf(context, now, place) };
}
