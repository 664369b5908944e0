import { expect, test } from '@jest/globals';
import { SERVICE_TOOLS } from '@workflow/workflow-model';
import { component, GOOD, problemsOf } from './definition-fixtures.ts';

const tool = (name: string) => ({ name, description: 'Greets somebody.' });

test.each(SERVICE_TOOLS)('the tool of a workflow cannot be called %s, as one of the service', async (name) => {
  const reserved = '- /mcp/name mcp.name: the service itself has a tool with this name';
  expect(await problemsOf({ ...GOOD, mcp: tool(name) })).toEqual([reserved]);
  expect(await problemsOf({ ...GOOD, mcp: tool(`${name}_2`) })).toEqual([]);
});

test('a reserved name and the lack of a trigger are reported together', async () => {
  const components = [...GOOD.components, component(4, 'input', { placeholders: [] })];
  const problems = await problemsOf({ ...GOOD, components, mcp: tool('get_session') });
  expect(problems.map((problem) => problem.split(' ')[1])).toEqual(['/mcp/name', '/mcp']);
});
