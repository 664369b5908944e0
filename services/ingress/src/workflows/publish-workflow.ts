import { ApiError } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { knowsWorkflow } from '../http/caller.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { errorWithProblems, params } from '../http/schema-parts.ts';
import { readIfMatch } from './etag.ts';
import { checkForPublishing } from './check-for-publishing.ts';
import { problemSchema, publishedVersionSchema, publishRequestSchema, warningsOf } from './workflow-schemas.ts';

export const publishWorkflow = defineRoute({
  method: 'POST',
  path: '/v1/workflows/{id}/publish',
  summary: 'Publish the draft as a new version',
  description:
    'The draft becomes the next version, which never changes, and PROD runs it from then on. With `If-Match`, only ' +
    'while the draft is still the one that was read. A definition with problems is not published; all of them are ' +
    'listed, missing secrets, workflows and components among them. The answer has warnings of what does not work ' +
    'yet, such as starting a workflow that is not published. The body may name the version and describe its changes.',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  body: publishRequestSchema,
  bodyOptional: true,
  headers: { type: 'object', properties: { 'If-Match': { type: 'string', example: '"3"' } } },
  responses: {
    201: { description: 'The version.', schema: publishedVersionSchema },
    400: {
      description: 'The definition has problems, or the body is wrong.',
      schema: errorWithProblems(problemSchema),
    },
    412: { description: 'The draft was changed since it was read.' },
  },
  async handler(context, { params: { id }, body, message }, caller) {
    const organization = organizationOf(context, caller);
    const apps = context.store.apps.organization(caller.organizationId);
    const outcome = await organization.publishWorkflow(actorOf(caller), id, {
      expectedRevision: readIfMatch(message.headers['if-match']) ?? null,
      ...body,
      check: (definition) =>
        checkForPublishing({ organization, apps }, id, definition, (other) => knowsWorkflow(caller, other)),
    });
    switch (outcome.kind) {
      case 'not-found':
        throw notFound('Workflow', id);
      case 'stale':
        throw new ApiError('REVISION_STALE');
      case 'problems': {
        const problems = outcome.problems.map((problem) => problem.message).join('; ');
        throw new ApiError('DEFINITION_INVALID', { values: { problems }, details: { problems: outcome.problems } });
      }
      case 'published':
        return { status: 201, body: { ...outcome.version, ...warningsOf(outcome) } };
    }
  },
});
