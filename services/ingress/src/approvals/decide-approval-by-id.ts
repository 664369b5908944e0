import { readAnswer } from '../callbacks/read-answer.ts';
import { ApiError } from '../errors/api-error.ts';
import { notFound, required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { readJsonDecision } from './answer-approval.ts';
import { APPROVAL, decisionSchema } from './approval-schemas.ts';
import { stateOf } from './approval-states.ts';
import { decideApproval, toDecision } from './decide-approval.ts';
import { mayDecide } from './may-decide.ts';

/** Decides an approval through the API (contract §10.2 rule 3). */
export const decideApprovalById = defineRoute({
  method: 'POST',
  path: '/v1/approvals/{id}',
  summary: 'Decide an approval',
  description:
    'With `choice`, `comment` and the fields that the approval asks for, as JSON. A member of the organization may, ' +
    'one of the approvers where there are any, or an API key with the scope `manage` where the approval asks for no ' +
    'member. `by` becomes the account or the name of the key.',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  body: {
    type: 'object',
    required: ['choice'],
    additionalProperties: true,
    properties: { choice: { type: 'string' }, comment: { type: 'string', nullable: true } },
  },
  bodyExample: { choice: 'approve', comment: 'As agreed' },
  responses: {
    200: { description: 'It is decided.', schema: decisionSchema },
    403: { description: 'The caller is not among those who may decide it.' },
    410: { description: 'Already decided, timed out, or no longer needed.' },
  },
  async handler(context, { params: { id }, rawBody, exchange }, caller) {
    const { questions } = context.store;
    const { organizationId } = caller;
    const place = required(await questions.findPlaceOfApproval(organizationId, id), APPROVAL, id);
    const approval = await questions.findApproval(place);
    if (approval === null || approval.organizationId !== organizationId) throw notFound(APPROVAL, id);
    exchange.sessionId = approval.sessionId;
    if (approval.asked !== null && !mayDecide(approval.asked, caller)) throw new ApiError('NOT_AN_APPROVER');
    const state = await stateOf(context, approval, place);
    if (state.kind !== 'open') throw new ApiError('ANSWER_GONE');
    const { sent, fields } = readJsonDecision(readAnswer(rawBody), state.asked);
    const decision = toDecision(sent, caller.kind === 'user' ? caller.email : caller.name);
    const target = { organizationId, place, actor: actorOf(caller) };
    if (!(await decideApproval(context, target, decision, fields))) throw new ApiError('ANSWER_GONE');
    return { status: 200, body: decision };
  },
});
