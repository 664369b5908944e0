import type { Field, Json } from '@workflow/workflow-model';
import { quoted, runAsCurl } from './run-as-curl.ts';
import { FILE_ID_SAMPLE, sampleValues } from './sample-values.ts';

/** A published workflow as code starts it. */
export interface CodeTarget {
  /** Base URL of this service. */
  origin: string;
  workflowId: string;
  componentId: string;
  /** Values that a run sends. */
  fields: readonly Field[];
  /** The name of the tool that it is; null if it is none. */
  toolName: string | null;
}

export interface CodeExample {
  title: string;
  code: string;
  /** Preparations that the example needs. */
  note: string;
  /** The command that installs what the example uses from this service. Null if it needs nothing. */
  install: string | null;
}

/** How to start the workflow from a shell, a program and a model, with its ids and sample values filled in. */
export function codeExamples(target: CodeTarget): CodeExample[] {
  const { origin, workflowId, componentId, fields } = target;
  const placeholderValues = sampleValues(fields);
  const files = JSON.stringify(placeholderValues).includes(FILE_ID_SAMPLE)
    ? ` Insert the ID of an uploaded file for ${FILE_ID_SAMPLE}.`
    : '';
  return [
    {
      title: 'curl',
      code: runAsCurl({ workflowId, componentId, placeholderValues }, origin),
      note: `Replace <API_KEY> with an API key that has the scope Run.${files}`,
      install: null,
    },
    {
      title: 'TypeScript',
      code: [
        "import { createClient, unwrap } from '@workflow/client';",
        '',
        'const client = createClient({',
        `  baseUrl: ${literal(origin)},`,
        "  apiKey: process.env.WORKFLOW_API_KEY ?? '',",
        '});',
        `const session = await client.runAndWait(${literal(workflowId)}, ${indented(placeholderValues)}, {`,
        `  componentId: ${literal(componentId)},`,
        '});',
        'console.log(unwrap(session));',
      ].join('\n'),
      note: `Set WORKFLOW_API_KEY to an API key that has the scopes Run and Read.${files}`,
      install: `npm install ${origin}/client.tgz`,
    },
    {
      title: 'Command line',
      code: [
        `export WORKFLOW_URL=${quoted(origin)} WORKFLOW_API_KEY='<API_KEY>'`,
        [
          `workflow run ${workflowId} --component ${componentId} --wait`,
          ...Object.entries(placeholderValues).map(([key, value]) => quoted(`${key}=${asText(value)}`)),
        ].join(' \\\n  '),
      ].join('\n'),
      note: `The API key needs the scopes Run and Read.${files} The exit code is 0 when the session succeeded.`,
      install: `npm install --global ${origin}/cli.tgz`,
    },
    {
      title: 'MCP',
      code: JSON.stringify(
        {
          mcpServers: {
            workflows: { type: 'http', url: `${origin}/mcp`, headers: { Authorization: 'Bearer <API_KEY>' } },
          },
        },
        null,
        2,
      ),
      note: toolNote(target),
      install: null,
    },
  ];
}

function toolNote({ toolName }: CodeTarget): string {
  return toolName === null
    ? 'Offer the workflow as a tool (More → Tool for models) and publish it. Then models can call it.'
    : `Models see the workflow as the tool ${toolName}.`;
}

function literal(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

function indented(value: Json): string {
  return JSON.stringify(value, null, 2);
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
