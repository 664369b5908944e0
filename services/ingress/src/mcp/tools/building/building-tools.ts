import type { Tool } from '../tool.ts';
import { checkWorkflowTool } from './check-workflow.ts';
import { createWorkflowTool } from './create-workflow.ts';
import { describeAppOperationTool } from './describe-app-operation.ts';
import { describeComponentTypeTool } from './describe-component-type.ts';
import { getWorkflowTool } from './get-workflow.ts';
import { listAppOperationsTool } from './list-app-operations.ts';
import { listAppsTool } from './list-apps.ts';
import { listComponentTypesTool } from './list-component-types.ts';
import { listCredentialsTool } from './list-credentials.ts';
import { publishWorkflowTool } from './publish-workflow.ts';
import { testWorkflowTool } from './test-workflow.ts';
import { updateWorkflowTool } from './update-workflow.ts';

/** Tools that build workflows, in the order in which a model uses them. */
export const BUILDING_TOOLS: readonly Tool[] = [
  listComponentTypesTool,
  describeComponentTypeTool,
  listCredentialsTool,
  listAppsTool,
  listAppOperationsTool,
  describeAppOperationTool,
  createWorkflowTool,
  getWorkflowTool,
  updateWorkflowTool,
  checkWorkflowTool,
  testWorkflowTool,
  publishWorkflowTool,
];
