import { definitionProperties } from '@workflow/validation';
import { uuid } from '../../../http/schema-parts.ts';
import { newWorkflowSchema } from '../../../workflows/workflow-schemas.ts';

export const workflowId = { ...uuid, description: 'The id from create_workflow or list_workflows.' } as const;

export const appId = { ...uuid, description: 'The id from list_apps.' } as const;

/** The properties of a definition, as authors write them. */
export const definitionArguments = definitionProperties;

const { name, description } = newWorkflowSchema.properties;

/** The properties of a draft, without those that the service sets. */
export const draftArguments = { name, description, ...definitionProperties } as const;
