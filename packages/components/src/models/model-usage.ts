import type { LanguageModelUsage } from 'ai';
import type { ModelUsage } from '@workflow/component-kit/run';

export const NO_USAGE: ModelUsage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, cachedInputTokens: 0 };

/** Returns the usage of an answer. If the server does not report tokens, it is 0. */
export function usageOf(usage: LanguageModelUsage | undefined): ModelUsage {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  const cachedInputTokens = usage?.inputTokenDetails.cacheReadTokens ?? 0;
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, cachedInputTokens };
}

export function sumOfUsage(first: ModelUsage, second: ModelUsage): ModelUsage {
  return {
    inputTokens: first.inputTokens + second.inputTokens,
    outputTokens: first.outputTokens + second.outputTokens,
    totalTokens: first.totalTokens + second.totalTokens,
    cachedInputTokens: first.cachedInputTokens + second.cachedInputTokens,
  };
}
