import { StepFailure } from '@workflow/workflow-model';

/**
 * Parses an http or https URL.
 * @throws StepFailure CONFIG_INVALID for any other text
 */
export function readHttpUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new StepFailure('CONFIG_INVALID', `url is not a URL: ${text}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new StepFailure('CONFIG_INVALID', `url must begin with http or https, not ${url.protocol}`);
  return url;
}
