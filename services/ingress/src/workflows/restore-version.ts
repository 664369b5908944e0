import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { etagOf } from './etag.ts';
import { versionParams } from './version-params.ts';
import { workflowSchema } from './workflow-schemas.ts';

export const restoreVersion = defineRoute({
  method: 'POST',
  path: '/v1/workflows/{id}/versions/{number}/restore',
  summary: 'Restore a version as the draft',
  description:
    'PROD keeps running the published version until the draft is published. A draft with changes that are not ' +
    'published is stored (`GET /v1/workflows/{id}/kept-drafts`).',
  security: { kind: 'caller', scope: 'manage' },
  params: versionParams,
  responses: { 200: { description: 'The workflow.', schema: workflowSchema } },
  async handler(context, { params: { id, number } }, caller) {
    const workflow = required(
      await organizationOf(context, caller).restoreVersion(actorOf(caller), id, Number(number)),
      'Version',
      number,
    );
    return { status: 200, body: workflow, headers: { ETag: etagOf(workflow) } };
  },
});
