import { expect } from '@jest/globals';
import type { TestAnswer } from '../start-test-ingress.ts';
import { definitionOf, webhookDefinition } from './definitions.ts';
import type { Person } from './people.ts';

/** Makes a workflow with a webhook, as this person. */
export async function makeWorkflow(
  person: Person,
  definition = webhookDefinition(),
): Promise<{ id: string; path: string; etag: string; definition: ReturnType<typeof webhookDefinition> }> {
  const answer = await person.request('POST', '/v1/workflows', { name: 'Orders', ...definitionOf(definition) });
  expect(answer.status).toBe(201);
  return {
    id: answer.body.id,
    path: `/v1/workflows/${answer.body.id}`,
    etag: answer.headers.get('etag') ?? '',
    definition,
  };
}

/** Replaces a draft. @param ifMatch its ETag; left out: the header is not sent */
export function putDraft(person: Person, path: string, body: unknown, ifMatch?: string): Promise<TestAnswer> {
  return person.request('PUT', path, body, ifMatch === undefined ? {} : { 'if-match': ifMatch });
}
