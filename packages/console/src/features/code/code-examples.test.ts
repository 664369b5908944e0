import { expect, test } from '@jest/globals';
import { codeExamples } from './code-examples.ts';

const target = {
  origin: 'https://workflows.example.com',
  workflowId: '0190f3f2-7c1a-7b6e-8a53-0d4a5b6c7d8e',
  componentId: '0190f3f2-7c1a-7b6e-8a53-1d4a5b6c7d8e',
  toolName: null,
  fields: [
    { key: 'customer', type: 'OBJECT' as const, fields: [{ key: 'name', type: 'TEXT' as const }] },
    { key: 'tags', type: 'LIST' as const },
    { key: 'note', type: 'TEXT' as const, optional: true },
  ],
};
const codeOf = (title: string): string => codeExamples(target).find((one) => one.title === title)?.code ?? '';

test('each example names the workflow and sends what a run must send, by dotted keys', () => {
  expect(codeOf('curl')).toContain(`"placeholderValues":{"customer.name":"text","tags":["text"]}`);
  expect(codeOf('TypeScript')).toContain(`client.runAndWait('${target.workflowId}', {\n  "customer.name": "text"`);
  expect(codeOf('Command line')).toContain(`--wait \\\n  'customer.name=text' \\\n  'tags=["text"]'`);
  expect(JSON.parse(codeOf('MCP'))).toMatchObject({ mcpServers: { workflows: { url: `${target.origin}/mcp` } } });
});

test('the note on MCP shows whether models see the workflow', () => {
  const noteOf = (toolName: string | null) => codeExamples({ ...target, toolName }).at(-1)?.note;
  expect(noteOf(null)).toContain('Offer the workflow as a tool');
  expect(noteOf('price_order')).toContain('as the tool price_order');
});
