import { foldBodies } from '@workflow/components/descriptors';
import { referencesOf } from '@workflow/validation';
import type { Definition } from '@workflow/workflow-model';
import { notFound } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf } from '../http/organization-of.ts';
import { defineObject, object, uuid } from '../http/schema-parts.ts';
import { templateSamplesSchema } from './template-schemas.ts';
import { WORKFLOW_TEMPLATES } from './templates/index.ts';
import { definitionContent, newWorkflowSchema } from './workflow-schemas.ts';

const madeSchema = defineObject('WorkflowFromTemplate', {
  id: uuid,
  name: { type: 'string' },
  samples: templateSamplesSchema,
});

export const createFromTemplate = defineRoute({
  method: 'POST',
  path: '/v1/workflow-templates/{key}',
  summary: 'Create a workflow from a template',
  description:
    'Makes the draft of a workflow with what it needs: its tables, where the organization has none of the name, and ' +
    'the workflows that it starts, published. All of it is made, or nothing.',
  security: { kind: 'caller', scope: 'manage' },
  params: object({ key: { type: 'string', description: 'The key of a template of `GET /v1/workflow-templates`.' } }),
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      name: {
        ...newWorkflowSchema.properties.name,
        description: "Left out: the template's own, with a number where it is taken.",
      },
    },
  },
  bodyOptional: true,
  bodyExample: { name: 'Monthly report' },
  responses: { 201: { description: 'The workflow.', schema: madeSchema } },
  async handler(context, { params: { key }, body }, caller) {
    const make = WORKFLOW_TEMPLATES.find((one) => one.key === key);
    if (make === undefined) throw notFound('Template', key);
    const organization = context.store.collections.organization(caller.organizationId);
    const { name, description, definition, tables, workflows, samples } = make();
    const { id, name: given } = await organization.createWorkflowSet(actorOf(caller), {
      tables,
      workflows: await Promise.all(
        workflows.map(async ({ id: childId, name: childName, definition: of }) => {
          const child = stored(of);
          return { id: childId, name: childName, definition: child, references: await referencesOf(child) };
        }),
      ),
      draft: { name: body?.name ?? null, ownName: name, description, definition: stored(definition) },
    });
    return { status: 201, body: { id, name: given, samples }, headers: { Location: `/v1/workflows/${id}` } };
  },
});

/** Returns the definition as if a caller had sent it. */
function stored(definition: Definition): Definition {
  return definitionContent(foldBodies(definition) as unknown as Parameters<typeof definitionContent>[0]);
}
