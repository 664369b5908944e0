import type { DraftContent } from '@workflow/session-store';
import type { JsonSchema } from '@workflow/component-kit';
import type { Definition, DefinitionProblem } from '@workflow/workflow-model';
import { definitionOf, SESSION_STATUSES } from '@workflow/workflow-model';
import {
  checkDraftShape,
  componentSchema,
  connectionSchema,
  definitionProperties,
  noteSchema,
} from '@workflow/validation';
import { invalidRequest } from '../errors/api-error.ts';
import { defineSchema } from '../http/define-route.ts';
import type { JsonOf } from '../http/json-of.ts';
import {
  defineObject,
  MAX_DESCRIPTION_LENGTH,
  name,
  object,
  pageSchema,
  personSchema,
  time,
  uuid,
  wrongProperties,
} from '../http/schema-parts.ts';

export const WORKFLOW_STATES = ['DRAFT', 'PUBLISHED', 'CHANGED'] as const;

const description = { type: 'string', maxLength: MAX_DESCRIPTION_LENGTH } as const;

defineSchema('Component', componentSchema);
defineSchema('Connection', connectionSchema);
defineSchema('Note', noteSchema);
export const definitionSchema = defineSchema('Definition', {
  type: 'object',
  additionalProperties: false,
  properties: definitionProperties,
});

const summaryProperties = {
  id: uuid,
  name: { type: 'string' },
  description: { type: 'string' },
  revision: { type: 'integer', description: 'Increases with every change of the draft; the ETag.' },
  state: {
    type: 'string',
    enum: [...WORKFLOW_STATES],
    description: 'CHANGED: published, and the draft differs from that version.',
  },
  publishedVersion: { type: 'integer', nullable: true, description: 'The version that PROD runs.' },
  paused: { type: 'boolean', description: 'Runs are accepted and not started.' },
  retentionDays: {
    type: 'integer',
    nullable: true,
    description: 'Ended sessions are deleted after this many days; as in the whole organization if null.',
  },
  folder: { type: 'string', nullable: true, description: 'Names separated by `/`; null if it is in no folder.' },
  tags: { type: 'array', items: { type: 'string' } },
  createdAt: time,
  updatedAt: time,
} as const;

export const workflowSchema = defineSchema('Workflow', {
  type: 'object',
  required: [...Object.keys(summaryProperties), 'components', 'connections'],
  properties: { ...summaryProperties, ...definitionProperties },
});

export const workflowPageSchema = pageSchema(
  'WorkflowPage',
  defineObject('WorkflowListItem', {
    ...summaryProperties,
    componentCount: { type: 'integer' },
    lastSession: {
      ...object({ id: uuid, status: { type: 'string', enum: [...SESSION_STATUSES] }, createdAt: time }),
      nullable: true,
    },
    missing: {
      type: 'array',
      description: 'References of the published version that the organization does not have, at most five.',
      items: object({
        kind: { type: 'string', enum: ['secret', 'table', 'credential', 'workflow'] },
        name: { type: 'string', nullable: true, description: 'Null if it is no longer known.' },
      }),
    },
  }),
);

/**
 * Drafts may be unfinished: only their shape is checked. An export is the answer of `GET`, so fields that the service
 * sets itself are accepted and ignored.
 */
const ignored: Record<string, JsonSchema> = Object.fromEntries(
  Object.keys(summaryProperties)
    .filter((key) => key !== 'name' && key !== 'description')
    .map((key) => [key, { readOnly: true, description: 'Ignored; so that an export can be sent as it is.' }]),
);

export const newWorkflowSchema = defineSchema('NewWorkflow', {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name, description, ...definitionProperties, ...ignored },
});

export const draftSchema = defineSchema('Draft', {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'components', 'connections'],
  properties: { name, description, ...definitionProperties, ...ignored },
});

export const problemSchema = defineObject('DefinitionProblem', {
  componentId: { ...uuid, nullable: true, description: 'Null if the problem is of the definition as a whole.' },
  path: { type: 'string', description: 'JSON pointer within the component, or the definition.' },
  ...wrongProperties,
});

export const warningsSchema = {
  type: 'array',
  items: problemSchema,
  description: 'Parts that do not work yet, although the workflow can be published. Left out if there are none.',
} as const;

export function warningsOf({ warnings }: { warnings: DefinitionProblem[] }): { warnings?: DefinitionProblem[] } {
  return warnings.length === 0 ? {} : { warnings };
}

export const versionSchema = defineObject('WorkflowVersion', {
  workflowId: uuid,
  number: { type: 'integer' },
  name: { type: 'string' },
  description: { type: 'string' },
  createdAt: time,
  createdBy: personSchema,
  published: { type: 'boolean', description: 'This is what PROD runs.' },
  versionName: { type: 'string', nullable: true, description: 'The name of the version.' },
  note: { type: 'string', nullable: true, description: 'The note that people wrote for it.' },
});

const MAX_NOTE_LENGTH = 2_000;

/** The properties with which people describe a version. */
export const versionWordsProperties = {
  versionName: { ...name, nullable: true, description: 'The name of the version; null if it has none.' },
  note: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_NOTE_LENGTH,
    nullable: true,
    description: 'The note of the version; null if it has none.',
  },
} as const;

export const publishRequestSchema = defineSchema('PublishRequest', {
  type: 'object',
  additionalProperties: false,
  properties: versionWordsProperties,
});

export const publishedVersionSchema = defineSchema('PublishedVersion', {
  type: 'object',
  required: versionSchema.required,
  properties: { ...versionSchema.properties, warnings: warningsSchema },
});

export const versionWithDefinitionSchema = defineSchema('WorkflowVersionWithDefinition', {
  type: 'object',
  required: [...versionSchema.required, 'components', 'connections'],
  properties: { ...versionSchema.properties, ...definitionProperties },
});

export const versionPageSchema = pageSchema('WorkflowVersionPage', versionSchema);

const keptDraftSchema = defineObject('KeptDraft', {
  id: uuid,
  name: { type: 'string' },
  description: { type: 'string' },
  createdAt: { ...time, description: 'When it was replaced.' },
  createdBy: personSchema,
});

export const keptDraftsSchema = defineObject('KeptDrafts', { items: { type: 'array', items: keptDraftSchema } });

export const keptDraftWithDefinitionSchema = defineSchema('KeptDraftWithDefinition', {
  type: 'object',
  required: [...keptDraftSchema.required, 'components', 'connections'],
  properties: { ...keptDraftSchema.properties, ...definitionProperties },
});

type DraftBody = JsonOf<typeof newWorkflowSchema>;

/**
 * Returns a body in the form in which it is stored: defaults filled in, UUIDs in lowercase, so that ids compare as
 * text.
 * @throws ApiError 400
 */
export function draftContent(body: DraftBody): DraftContent {
  const { name: workflowName, description: workflowDescription = '' } = body;
  return { name: workflowName, description: workflowDescription, ...definitionContent(body) };
}

/** @throws ApiError 400 */
export function definitionContent({
  components = [],
  connections = [],
  ...settings
}: Pick<
  DraftBody,
  'components' | 'connections' | 'flow' | 'mcp' | 'label' | 'expireAfterSeconds' | 'pool' | 'notes'
>): Definition {
  const checked = checkDraftShape(definitionOf({ ...settings, components, connections } as Definition));
  if (!checked.ok) throw invalidRequest(checked.problems);
  return checked.value;
}
