import type { ReactNode } from 'react';

export const texts = {
  fileIsNotValidJson: (fileName: string) => `${fileName} is not valid JSON`,
  fileHasNoWorkflow: (fileName: string) => `${fileName} contains no workflow: components and connections are missing`,
  components: (count: number) => (count === 1 ? '1 component' : `${count} components`),
  copyName: (name: string) => `${name} (copy)`,
  actionsForName: (name: string) => `Actions for ${name}`,
  activity: 'Activity',
  duplicate: 'Duplicate',
  exportAsJson: 'Export as JSON',
  delete: 'Delete…',
  deleteTheWorkflow: 'Delete the workflow?',
  deleteWorkflow: 'Delete workflow',
  workflowDeleted: 'Workflow deleted',
  andItsWebhookTokensAre: (name: ReactNode) => (
    <>
      {name} and its webhook tokens are deleted for good. New runs and deliveries are refused at once; running sessions
      continue, and past sessions remain readable.
    </>
  ),
  name: 'Name',
  state: 'State',
  lastRun: 'Last run',
  changed: 'Changed',
  actions: 'Actions',
  never: 'Never',
  newWorkflow: 'New workflow',
  startWith: 'Start with',
  emptyCanvas: 'Empty canvas',
  addTheComponentsYourself: 'Add the components yourself.',
  fileToImport: 'File to import',
  importJson: 'Import JSON…',
  create: 'Create',
  workflows: 'Workflows',
  searchByNameDescriptionOr: 'Search by name, description or ID',
  searchWorkflows: 'Search workflows',
  anyState: 'Any state',
  noWorkflowsMatch: 'No workflows match',
  changeTheSearchOrThe: 'Change the search or the state filter.',
  noWorkflowsYet: 'No workflows yet',
  aWorkflowConsistsOfComponents: 'A workflow consists of components. Start with an empty canvas or a template.',
};
