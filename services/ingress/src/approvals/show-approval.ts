import { defineRoute } from '../http/define-route.ts';
import { pageResponse } from '../pages/page-reply.ts';
import { approvalPage } from './approval-page.ts';
import { approvalParams, approvalPath, openApproval } from './open-approval.ts';

/** Shows the page of an approval. Opening it decides nothing, whatever its query contains (contract §10.2). */
export const showApproval = defineRoute({
  method: 'GET',
  path: approvalPath,
  summary: 'The page of an approval',
  description:
    'The URL is the one that `$approvalUrl` returned. The page shows what is asked, or what was decided, by whom ' +
    'and when.',
  security: { kind: 'address' },
  params: approvalParams,
  responses: {
    200: pageResponse('The page.'),
    303: { description: 'To the sign-in, where the approval asks for a member of the organization.' },
    403: pageResponse('The signed-in person may not decide this.'),
    404: pageResponse('Unknown link.'),
    410: pageResponse('Timed out, or no longer needed.'),
  },
  async handler(context, request) {
    const visit = await openApproval(context, request);
    if ('reply' in visit) return visit.reply;
    const { state, found, member } = visit.opened;
    return approvalPage(context, state, { found, member: member?.email ?? null });
  },
});
