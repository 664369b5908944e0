import { invalidRequest } from '../errors/api-error.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { defineStrictObject, params } from '../http/schema-parts.ts';
import { answerChangedWorkflow } from './answer-changed-workflow.ts';
import { workflowSchema } from './workflow-schemas.ts';

export const MAX_TAGS = 10;
export const MAX_LABEL_LENGTH = 50;
const MAX_FOLDER_DEPTH = 5;
/** Maximum length of the path of a folder. */
export const MAX_FOLDER_LENGTH = MAX_FOLDER_DEPTH * (MAX_LABEL_LENGTH + 1) - 1;

export const setLabels = defineRoute({
  method: 'PUT',
  path: '/v1/workflows/{id}/labels',
  summary: 'File a workflow: its folder and tags',
  description: 'Changes neither the draft nor what runs. A folder exists while a workflow is in it.',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  body: defineStrictObject('WorkflowLabels', {
    folder: {
      type: 'string',
      nullable: true,
      minLength: 1,
      maxLength: MAX_FOLDER_LENGTH,
      description: `Up to ${MAX_FOLDER_DEPTH} names separated by \`/\`, such as Billing/Invoices; null for none.`,
    },
    tags: {
      type: 'array',
      maxItems: MAX_TAGS,
      items: { type: 'string', minLength: 1, maxLength: MAX_LABEL_LENGTH },
    },
  }),
  bodyExample: { folder: 'Billing/Invoices', tags: ['monthly'] },
  responses: { 200: { description: 'The workflow.', schema: workflowSchema } },
  async handler(context, { params: { id }, body }, caller) {
    const labels = { folder: body.folder === null ? null : readFolder(body.folder), tags: readTags(body.tags) };
    return answerChangedWorkflow(
      await organizationOf(context, caller).setWorkflowLabels(actorOf(caller), id, labels),
      id,
    );
  },
});

/** @throws ApiError INVALID_REQUEST */
function readFolder(path: string): string {
  const names = path.split('/').map((name) => name.trim());
  if (names.length > MAX_FOLDER_DEPTH || names.some((name) => name === '' || name.length > MAX_LABEL_LENGTH))
    throw invalidRequest([
      `folder must be up to ${MAX_FOLDER_DEPTH} names of 1 to ${MAX_LABEL_LENGTH} characters separated by /`,
    ]);
  return names.join('/');
}

/**
 * Returns the tags in alphabetical order, each once.
 * @throws ApiError INVALID_REQUEST
 */
function readTags(tags: readonly string[]): string[] {
  const trimmed = tags.map((tag) => tag.trim());
  if (trimmed.includes('')) throw invalidRequest(['tags must not be blank']);
  return [...new Set(trimmed)].sort();
}
