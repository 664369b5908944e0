import type { JsonSchema } from '@workflow/component-kit';
import { compileSchema } from '@workflow/validation';
import type { ServiceTool } from '@workflow/workflow-model';
import { invalidRequest } from '../../errors/api-error.ts';
import { checkStorable } from '../../http/check-storable.ts';
import type { JsonOf } from '../../http/json-of.ts';
import type { Tool, ToolCall } from './tool.ts';

/** A tool of the service itself. */
interface OwnTool<Input>
  extends Pick<Tool, 'scope'>, Pick<Tool['description'], 'title' | 'description' | 'annotations'> {
  name: ServiceTool;
  input: Input;
  call(given: JsonOf<Input>, call: ToolCall): ReturnType<Tool['call']>;
}

/**
 * Defines a tool whose input schema checks the arguments that a model sends, and determines their types. A call throws
 * ApiError INVALID_REQUEST that names every invalid argument, or the first text that cannot be stored.
 */
export function defineTool<const Input extends JsonSchema>(tool: OwnTool<Input>): Tool {
  const { scope, name, title, description, input, annotations } = tool;
  const check = compileSchema(input, 'the arguments');
  return {
    scope,
    description: { name, title, description, inputSchema: input as never, annotations },
    async call(call) {
      const { given } = call;
      const outcome = check(given);
      if (!outcome.ok) throw invalidRequest(outcome.problems);
      checkStorable(given, 'the arguments');
      return tool.call(given as JsonOf<Input>, call);
    },
  };
}
