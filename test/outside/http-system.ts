import { randomUUID } from 'node:crypto';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSystem, type TestSystem } from '@workflow/test-harness';

/** Both services, with their OpenAPI document in a file. */
export interface HttpSystem {
  system: TestSystem;
  url: string;
  apiKey: string;
  document: OpenApiDocument;
  documentFile: string;
  folder: string;
  stop(): Promise<void>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  operationId: string;
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  additionalProperties?: boolean | Schema;
  format?: string;
  minimum?: number;
  maximum?: number;
}

export async function startHttpSystem(): Promise<HttpSystem> {
  const system = await startSystem({ backend: 'postgres' });
  const document = await system.api.call<OpenApiDocument>('GET', '/v3/api-docs');
  const folder = mkdtempSync(join(tmpdir(), 'workflow-outside-'));
  const documentFile = join(folder, 'openapi.json');
  writeFileSync(documentFile, JSON.stringify(document));
  return {
    system,
    url: system.api.baseUrl,
    apiKey: system.api.apiKey,
    document,
    documentFile,
    folder,
    stop: async () => {
      rmSync(folder, { recursive: true });
      await system.stop();
    },
  };
}

export interface PublishedWebhook {
  workflowId: string;
  componentId: string;
  token: string;
  url: string;
}

/** Publishes a workflow whose webhook has this config. */
export async function publishWebhook({ system, url }: HttpSystem, config: object): Promise<PublishedWebhook> {
  const componentId = randomUUID();
  const workflowId = await system.api.publish('Webhook', {
    components: [{ id: componentId, type: 'webhook', output: 'request', config: config as never }],
    connections: [],
  });
  const { token } = await system.api.call<{ token: string }>(
    'POST',
    `/v1/workflows/${workflowId}/components/${componentId}/token`,
  );
  return { workflowId, componentId, token, url: `${url}/webhook/${workflowId}?token=${token}` };
}
