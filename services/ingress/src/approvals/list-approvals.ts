import { defineRoute } from '../http/define-route.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, query, uuid } from '../http/schema-parts.ts';
import { approvalSchema } from './approval-schemas.ts';
import { mayDecide } from './may-decide.ts';

/** Lists approvals (contract §10.2). */
export const listApprovals = defineRoute({
  method: 'GET',
  path: '/v1/approvals',
  summary: 'List approvals that wait for a decision, newest first',
  security: { kind: 'caller', scope: ['read', 'manage'] },
  query: query({
    status: { type: 'string', enum: ['waiting'], description: 'Only those that wait are listed.' },
    sessionId: uuid,
    workflowId: uuid,
    mine: { type: 'boolean', description: '`true`: only those that the caller, a signed-in person, may decide.' },
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of approvals.', schema: pageSchema('ApprovalPage', approvalSchema) } },
  async handler(context, { query: { sessionId, workflowId, mine, limit = DEFAULT_PAGE, cursor } }, caller) {
    const { questions } = context.store;
    const decidableBy = mine === true && caller.kind === 'user' ? caller.email.toLowerCase() : undefined;
    const page = { limit, ...(cursor !== undefined && { cursor }) };
    const filter = { sessionId, workflowId, decidableBy };
    const { items, nextCursor } = await questions.listApprovals(caller.organizationId, filter, page);
    const shown = items.map(async (approval) => {
      if (!mayDecide(approval, caller)) return approval.view;
      const token = await questions.addresses.tokenOf('approval', approval.place);
      return { ...approval.view, url: approvalUrl(context.config.publicUrl, token) };
    });
    return { status: 200, body: { items: await Promise.all(shown), nextCursor } };
  },
});

function approvalUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/approvals/${token}`;
}
