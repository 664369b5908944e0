/** Hosts of OpenAI's own API, where `max_tokens` is deprecated and newer models refuse it. */
const OPENAI = /(?:^|\.)(?:api\.openai\.com|openai\.azure\.com)$/;
const NEW_NAME = 'max_completion_tokens';
const TOO_LARGE = 64 * 1024;

/**
 * Names the limit of an answer's tokens as the server wants it. Compatible servers know `max_tokens`; newer models of
 * OpenAI take `max_completion_tokens` alone, and their error names it, wherever they are served.
 */
export function namingTokenLimit(send: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const body = typeof init.body === 'string' ? withNewName(init.body) : null;
    if (body === null) return send(input, init);
    const renamed = { ...init, body };
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    if (OPENAI.test(hostname)) return send(input, renamed);
    const answer = await send(input, init);
    if (answer.status !== 400) return answer;
    const text = (await answer.clone().text()).slice(0, TOO_LARGE);
    return text.includes(NEW_NAME) ? send(input, renamed) : answer;
  };
}

/** The body of a request with the newer name; null if it sets no limit. */
function withNewName(body: string): string | null {
  const { max_tokens: limit, ...rest } = JSON.parse(body) as Record<string, unknown>;
  return limit === undefined ? null : JSON.stringify({ ...rest, [NEW_NAME]: limit });
}
