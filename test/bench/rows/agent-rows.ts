import type { Row } from '../row.ts';
import { measureAgentStorage } from './agent-storage.ts';
import { measureAgentTurns } from './agent-turns.ts';
import { measureChatAnswers } from './chat-answers.ts';
import { measureWaitingAgents } from './waiting-agents.ts';

/** The rows about agents. */
export const AGENT_ROWS: Row[] = [
  { name: 'agent-storage', when: 'full', run: async () => [await measureAgentStorage()] },
  { name: 'agent-turns', when: 'full', run: () => measureAgentTurns() },
  {
    name: 'chat-answers',
    when: 'full',
    run: async () => [await measureChatAnswers('redis'), await measureChatAnswers('postgres')],
  },
  { name: 'waiting-agents', when: 'full', run: async () => [await measureWaitingAgents()] },
];
