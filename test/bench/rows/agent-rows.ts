import type { Row } from '../row.ts';
import { measureAgentStorage } from './agent-storage.ts';
import { measureAgentTurns } from './agent-turns.ts';
import { measureWaitingAgents } from './waiting-agents.ts';

/** The rows about agents. */
export const AGENT_ROWS: Row[] = [
  { name: 'agent-storage', when: 'full', run: async () => [await measureAgentStorage()] },
  { name: 'agent-turns', when: 'full', run: () => measureAgentTurns() },
  { name: 'waiting-agents', when: 'full', run: async () => [await measureWaitingAgents()] },
];
