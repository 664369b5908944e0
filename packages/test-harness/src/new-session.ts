import { randomUUID } from 'node:crypto';
import type { NewSession } from '@workflow/session-store';
import { v7 as uuidv7 } from 'uuid';

/** Returns a session to accept, of a new organization and a new workflow. */
export function newSession(overrides: Partial<NewSession> = {}): NewSession {
  return {
    id: uuidv7(),
    organizationId: randomUUID(),
    workflowId: randomUUID(),
    definitionId: randomUUID(),
    workflowVersion: 1,
    componentId: randomUUID(),
    trigger: 'API',
    mode: 'PROD',
    placeholderValuesJson: '{"name":"Ann"}',
    unchangedByJsonb: true,
    startedBy: null,
    enqueue: true,
    ...overrides,
  };
}
