import type { Apps, OrganizationManagement } from '@workflow/session-store';
import {
  checkChildren,
  checkCircles,
  checkDefinition,
  checkOperations,
  checkAnswers,
  checkSettings,
  checkSurroundings,
  checkTextFields,
  referencesOf,
} from '@workflow/validation';
import { operationFinder } from './apps-in-definitions.ts';
import { wrong, type CheckedDefinition, type Definition, type DefinitionProblem } from '@workflow/workflow-model';

/** The data of the organization that a check needs. */
interface CheckedOrganization {
  organization: OrganizationManagement;
  apps: ReturnType<Apps['organization']>;
}

/**
 * Returns everything that prevents a definition from being published in its organization now, further notes for its
 * author, and its references. `knows` returns true for workflows that the caller may see.
 */
export async function checkForPublishing(
  { organization, apps }: CheckedOrganization,
  workflowId: string,
  definition: Definition,
  knows: (workflowId: string) => boolean = () => true,
): Promise<CheckedDefinition> {
  const own = workflowId.toLowerCase();
  const problems = await checkDefinition(definition);
  const references = await referencesOf(definition);
  const around = await checkSurroundings(references, {
    findSecrets: (names) => organization.findSecretNames(names),
    findTables: (names) => organization.findTableNames(names),
    findCredentials: (ids) => organization.findCredentialTypes(ids),
    findDeletedCredentials: (ids) => organization.findDeletedCredentials(ids),
    findWorkflows: async (ids, componentIds) => {
      const workflows = new Map(await organization.findStartableWorkflows(ids.filter(knows), componentIds));
      const itself = workflows.get(own);
      // If the workflow starts itself, the definition to be published counts.
      const enabled = new Set(
        definition.components
          .filter(({ disabled, within }) => disabled !== true && within === undefined)
          .map(({ id }) => id.toLowerCase()),
      );
      if (itself !== undefined) workflows.set(own, { ...itself, isPublished: true, componentIds: enabled });
      return workflows;
    },
  });
  const given = await checkChildren(definition, async (ids) => {
    const children = new Map(await organization.findChildWorkflows(ids));
    const itself = children.get(own);
    if (itself !== undefined) children.set(own, { ...itself, definition });
    return children;
  });
  const circles = await checkCircles(own, definition, references, organization.findWaits);
  const operations = await checkOperations(definition, operationFinder(apps));
  const taken = problems.length === 0 ? await checkToolName(organization, own, definition) : [];
  return {
    problems: [...problems, ...around.problems, ...operations, ...given, ...circles, ...taken],
    warnings: [
      ...around.warnings,
      ...checkSettings(definition),
      ...checkAnswers(definition),
      ...(problems.length === 0 ? await checkTextFields(definition) : []),
      ...(await checkPool(organization, definition)),
    ],
    references,
  };
}

/** Returns a warning if no executor would run the sessions. */
async function checkPool(organization: OrganizationManagement, { pool }: Definition): Promise<DefinitionProblem[]> {
  const silent = await organization.findSilentPool(pool);
  if (silent === null) return [];
  return [{ componentId: null, path: '/pool', ...wrong('POOL_WITHOUT_EXECUTOR', { pool: silent }) }];
}

/** Checks that the name of a tool is unique in the organization, because a client calls a tool only by its name. */
async function checkToolName(
  organization: OrganizationManagement,
  workflowId: string,
  { mcp }: Definition,
): Promise<DefinitionProblem[]> {
  if (mcp === undefined) return [];
  const known = await organization.findTool(mcp.name);
  if (known === null || known.workflowId === workflowId) return [];
  const problem = wrong('MCP_NAME_TAKEN', { field: 'mcp.name', workflow: known.workflowName });
  return [{ componentId: null, path: '/mcp/name', ...problem }];
}
