import { graphOf } from '@workflow/workflow-model';
import type { Definition, DefinitionProblem } from '@workflow/workflow-model';
import { checkComponents } from './check-components.ts';
import { checkConnections } from './check-connections.ts';
import { locateShapeProblem, shapeProblems, storedForm } from './check-draft-shape.ts';
import { checkPlaceholderNames } from './check-placeholder-names.ts';
import { checkTemplates } from './check-templates.ts';

/**
 * Everything that keeps a definition from being published, each problem with its component and path; empty when it may
 * be. Takes any value and never throws. When the shape is wrong, the shape's problems are all there is to say.
 */
export function checkDefinition(definition: unknown): DefinitionProblem[] {
  const shape = shapeProblems(definition);
  if (shape.length > 0) return shape.map((problem) => locateShapeProblem(definition, problem));
  const stored = storedForm(definition as Definition);
  const graph = graphOf(stored);
  return [...checkComponents(stored), ...checkConnections(stored, graph), ...checkPlaceholderNames(stored), ...checkTemplates(stored, graph)];
}
