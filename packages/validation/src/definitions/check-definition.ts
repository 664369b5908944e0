import { foldBodies } from '@workflow/components/descriptors';
import { disablingBodies, graphOf, type Definition, type DefinitionProblem } from '@workflow/workflow-model';
import { checkBodies } from './check-bodies.ts';
import { checkComponents } from './check-components.ts';
import { checkConnections } from './check-connections.ts';
import { locateShapeProblem, shapeProblems, storedForm, type WrittenDefinition } from './check-draft-shape.ts';
import { checkFlow } from './check-flow.ts';
import { checkLabel } from './check-key-expression.ts';
import { checkMcp } from './check-mcp.ts';
import { checkPlaceholderNames } from './check-placeholder-names.ts';
import { checkTemplates } from './check-templates.ts';
import { hasTimeLeft, runInSlices } from '@workflow/sandbox/slices';

/**
 * Returns all problems that prevent publishing, each with its component and path. Accepts any value and never rejects.
 * If the shape is wrong, only the problems of the shape are reported. Yields to other work of the process in between,
 * however large the definition is.
 */
export async function checkDefinition(definition: unknown): Promise<DefinitionProblem[]> {
  // The turn begins here, so that the check of the shape counts.
  hasTimeLeft();
  const written = writtenForm(definition);
  const shape = shapeProblems(written);
  if (shape.length > 0) return shape.map((problem) => locateShapeProblem(written, problem));
  return runInSlices(checkStored(disablingBodies(storedForm(written as WrittenDefinition))));
}

/** Returns a stored definition as it was written, so that its shape can be checked. */
function writtenForm(definition: unknown): unknown {
  const { components, connections } = (definition ?? {}) as { components?: unknown; connections?: unknown };
  if (!isListOfObjects(components) || !isListOfObjects(connections)) return definition;
  const isStored =
    components.some(({ within }) => within !== undefined) && components.every(({ type }) => typeof type === 'string');
  return isStored ? foldBodies(definition as Definition) : definition;
}

function isListOfObjects(list: unknown): list is Record<string, unknown>[] {
  return Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null);
}

function* checkStored(stored: Definition): Generator<void, DefinitionProblem[]> {
  yield;
  const graph = graphOf(stored);
  let problems: DefinitionProblem[] = yield* checkComponents(stored);
  for (const check of [checkConnections, checkBodies, checkPlaceholderNames, checkFlow, checkLabel, checkMcp]) {
    problems = problems.concat(check(stored, graph));
    yield;
  }
  return [...problems, ...(yield* checkTemplates(stored, graph))];
}
