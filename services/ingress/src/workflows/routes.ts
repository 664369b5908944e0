import { routesOf } from '../http/define-route.ts';
import { checkWorkflow } from './check-workflow.ts';
import { createFromTemplate } from './create-from-template.ts';
import { createWorkflow } from './create-workflow.ts';
import { deleteWorkflow } from './delete-workflow.ts';
import { describeVersion } from './describe-version.ts';
import { listComponentTypes } from './list-component-types.ts';
import { listKeptDrafts } from './list-kept-drafts.ts';
import { listLabels } from './list-labels.ts';
import { listSchedules } from './list-schedules.ts';
import { listStartableWorkflows } from './list-startable-workflows.ts';
import { listVersions } from './list-versions.ts';
import { listWorkflowTemplates } from './list-workflow-templates.ts';
import { listWorkflows } from './list-workflows.ts';
import { pauseWorkflow } from './pause-workflow.ts';
import { publishWorkflow } from './publish-workflow.ts';
import { readComponent } from './read-component.ts';
import { readKeptDraft } from './read-kept-draft.ts';
import { readWorkflowRefusals } from './read-refusals.ts';
import { readWorkflowUses } from './read-uses.ts';
import { readVersion } from './read-version.ts';
import { readWorkflow } from './read-workflow.ts';
import { restoreKeptDraft } from './restore-kept-draft.ts';
import { restoreVersion } from './restore-version.ts';
import { resumeWorkflow } from './resume-workflow.ts';
import { saveDraft } from './save-draft.ts';
import { setLabels } from './set-labels.ts';
import { setRetention } from './set-retention.ts';
import { unpublishWorkflow } from './unpublish-workflow.ts';

/** Workflows: drafts, versions, checks, labels. */
export const workflowsRoutes = routesOf('Workflows', {
  listWorkflows,
  createWorkflow,
  readWorkflow,
  saveDraft,
  deleteWorkflow,
  checkWorkflow,
  publishWorkflow,
  unpublishWorkflow,
  pauseWorkflow,
  resumeWorkflow,
  setWorkflowRetention: setRetention,
  setWorkflowLabels: setLabels,
  listWorkflowLabels: listLabels,
  readWorkflowRefusals,
  readWorkflowUses,
  listVersions,
  readVersion,
  restoreVersion,
  describeVersion,
  listKeptDrafts,
  readKeptDraft,
  restoreKeptDraft,
  readComponent,
  listSchedules,
  listStartableWorkflows,
  listComponentTypes,
  listWorkflowTemplates,
  createFromTemplate,
});
