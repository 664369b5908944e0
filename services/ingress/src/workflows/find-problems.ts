import type { OrganizationManagement } from '@workflow/session-store';
import { checkCircles, checkDefinition, checkSurroundings } from '@workflow/validation';
import type { Definition, DefinitionProblem } from '@workflow/workflow-model';

/** Everything that keeps a definition of a workflow from being published, in its organization as it is now. */
export async function findProblems(
  organization: OrganizationManagement,
  workflowId: string,
  definition: Definition,
): Promise<DefinitionProblem[]> {
  const own = workflowId.toLowerCase();
  const problems = await checkDefinition(definition);
  const missing = await checkSurroundings(definition, {
    findSecrets: (names) => organization.findSecretNames(names),
    findWorkflows: async (ids) => {
      const workflows = new Map(await organization.findStartableWorkflows(ids));
      const itself = workflows.get(own);
      // Where the workflow starts itself, the definition to be published counts.
      const componentIds = new Set(
        definition.components.filter(({ disabled }) => disabled !== true).map(({ id }) => id.toLowerCase()),
      );
      if (itself !== undefined) workflows.set(own, { ...itself, componentIds });
      return workflows;
    },
  });
  const circles = await checkCircles(own, definition, organization.findWaits);
  return [...problems, ...missing, ...circles];
}
