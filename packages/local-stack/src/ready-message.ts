import { DEMO_WORKFLOWS } from './demo/demo-workflows.ts';
import type { DemoHandles } from './demo/seed-demo.ts';

export interface ReadyFacts extends DemoHandles {
  baseUrl: string;
  consoleUrl: string;
  admin: { email: string; password: string | null };
  /** The duration of the start, in milliseconds. */
  tookMs: number;
  dataDir: string;
}

/** Returns the message when everything runs: addresses, and commands that work when pasted. */
export function readyMessage(facts: ReadyFacts): string {
  return [
    `Ready after ${(facts.tookMs / 1_000).toFixed(1)} s.`,
    '',
    `  Console   ${facts.consoleUrl}`,
    `  API docs  ${facts.baseUrl}/docs`,
    ...signIn(facts),
    ...keyLines(facts),
    ...runCommands(facts),
    ...webhookCommands(facts),
    '',
    'Ctrl-C stops everything. The data is retained; pnpm start --reset deletes it.',
  ].join('\n');
}

function signIn({ firstStart, admin }: ReadyFacts): string[] {
  if (admin.password !== null) return [`  Sign in   ${admin.email}  password ${admin.password}`];
  return firstStart ? [] : [`  Sign in   as at the first start`];
}

function keyLines({ apiKey }: ReadyFacts): string[] {
  if (apiKey !== null) return ['', 'The API key and the webhook token below are shown only now.'];
  return ['', 'Set API_KEY and WEBHOOK_TOKEN to what the first start showed, or make new ones in the console.'];
}

function runCommands({ baseUrl, greetRuns, apiKey }: ReadyFacts): string[] {
  if (!greetRuns) return [];
  const { id, startComponentId, example } = DEMO_WORKFLOWS.greet;
  const key = apiKey ?? '$API_KEY';
  const body = JSON.stringify({
    workflowId: id,
    componentId: startComponentId,
    mode: 'PROD',
    placeholderValues: example,
  });
  return [
    '',
    'Run the workflow "Greet", and wait for its output:',
    '',
    `  curl -sS -X POST ${baseUrl}/v1/workflow/run -H "x-api-key: ${key}" -H "content-type: application/json" ` +
      `-H "prefer: wait=10" -d '${body}'`,
    '',
    'List its sessions, newest first:',
    '',
    `  curl -sS "${baseUrl}/v1/sessions?workflowId=${id}&limit=5" -H "x-api-key: ${key}"`,
  ];
}

function webhookCommands({ baseUrl, receiveOrderRuns, webhookToken, apiKey }: ReadyFacts): string[] {
  if (!receiveOrderRuns) return [];
  const { id, example } = DEMO_WORKFLOWS.receiveOrder;
  return [
    '',
    'Send an order to the webhook of "Receive an order", and read its result:',
    '',
    `  curl -sS -X POST ${baseUrl}/webhook/${id} -H "token: ${webhookToken ?? '$WEBHOOK_TOKEN'}" -H ` +
      `"content-type: application/json" -d '${JSON.stringify(example)}'`,
    '',
    `  curl -sS "${baseUrl}/v1/sessions?workflowId=${id}&limit=1" -H "x-api-key: ${apiKey ?? '$API_KEY'}"`,
  ];
}
