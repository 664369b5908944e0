import { logRarely, type Logger } from '@workflow/service-runtime';
import type { SessionStore } from '@workflow/session-store';
import type { ExecutorConfig } from '../config.ts';
import { ResultMemory } from '../session/result-memory.ts';
import type { SessionDependencies } from '../session/session-dependencies.ts';
import { TurnTexts } from '../session/turn-texts.ts';

type StoredParts = Pick<SessionDependencies, 'collections' | 'questions' | 'addressOfQuestion' | 'results'> & {
  turnTexts: TurnTexts;
};

/**
 * Opens the parts that store values, results and texts of turns, and that ask questions, whose URLs lead to ingress.
 */
export function openStoredParts(
  { publicUrl, publicWebhookUrl, sessions }: ExecutorConfig,
  { collections, questions, execution }: Pick<SessionStore, 'collections' | 'questions' | 'execution'>,
  logger: Logger,
): StoredParts {
  return {
    collections,
    questions,
    results: new ResultMemory({
      perSession: sessions.maxResultBytes,
      perOrganization: sessions.maxResultBytesPerOrganization,
    }),
    turnTexts: new TurnTexts({ store: execution, onError: logRarely(logger, 'words of turns could not be written') }),
    addressOfQuestion: async (kind, place) => {
      const token = await questions.addresses.tokenOf(kind, place);
      return { token, url: `${kind === 'callback' ? publicWebhookUrl : publicUrl}/${kind}s/${token}` };
    },
  };
}
