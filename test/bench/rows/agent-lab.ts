import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Lab, type LabOptions } from '@workflow/test-harness';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { chain, component, input, output } from '../../contract/contract-system.ts';
import { startModelServer, type ModelAnswer } from '../../contract/model-server.ts';

const TEXT_BYTES_OF_A_BYTE = 4 / 3;

/** Returns a text of this many bytes that cannot be compressed by much. */
export function incompressible(bytes: number): string {
  return randomBytes(Math.ceil(bytes / TEXT_BYTES_OF_A_BYTE))
    .toString('base64')
    .slice(0, bytes);
}

/** A lab with a stand-in of a server of models, and a server whose answers are as long as their requests ask. */
export async function startAgentLab(
  answer: (body: JsonObject) => ModelAnswer,
  options: Partial<Pick<LabOptions, 'backend' | 'executorConcurrency' | 'env'>> = {},
) {
  const models = await startModelServer({ answer });
  const sent: string[] = [];
  const texts = createServer((request, response) => {
    const bytes = Number(new URL(request.url ?? '', 'http://x').searchParams.get('bytes'));
    const text = incompressible(bytes);
    sent.push(text);
    response.end(text);
  }).listen(0, '127.0.0.1');
  await once(texts, 'listening');
  const textUrl = `http://127.0.0.1:${(texts.address() as AddressInfo).port}/`;
  const lab = await Lab.start({ backend: 'postgres', executors: 1, ...options });
  const key = { name: 'Models', type: 'openai-compatible', baseUrl: `${models.url}/v1`, apiKey: models.apiKey };
  const { id: credential } = await lab.api.call<{ id: string }>('POST', '/v1/organization/credentials', key);
  const agent = (config: JsonObject): Component =>
    component('agent', { credential, model: 'm', prompt: 'Go on', ...config }, { output: 'answer' });
  return {
    lab,
    models,
    agent,
    /** The texts that tools returned. */
    sent,
    /** Publishes a tool whose result has as many bytes as its argument. */
    publishTool: (): Promise<string> => {
      const read = component(
        'http-request',
        { method: 'GET', url: `${textUrl}?bytes={{ bytes }}` },
        { output: 'read' },
      );
      return lab.api.publish('Read', chain(input('bytes'), read, output('{{ read.body }}')));
    },
    /** Publishes a workflow with an agent. Returns a function that starts it, and resolves to the id of the session. */
    publishAgent: async (config: JsonObject): Promise<() => Promise<string>> => {
      const start = input('n');
      const workflow = await lab.api.publish('Agent', chain(start, agent(config), output('{{ answer.text }}')));
      return async () => String((await lab.api.run(workflow, start.id, { n: '1' })).body['sessionId']);
    },
    stop: async (): Promise<void> => {
      await lab.stop();
      await models.stop();
      texts.closeAllConnections();
      texts.close();
    },
  };
}

/** Returns the number of the turn that a request asks for, from 1. */
export function turnOf(body: JsonObject): number {
  return (body['messages'] as JsonObject[]).filter(({ role }) => role === 'assistant').length + 1;
}
