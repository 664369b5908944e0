// The program of a sandbox process that runs code and evaluates expressions.
import { servePrograms } from '@workflow/sandbox/serve-programs';
import { evaluateExpression } from '../evaluation/evaluate-expression.ts';

await servePrograms(evaluateExpression);
