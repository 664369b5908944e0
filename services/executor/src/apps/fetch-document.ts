import { MAX_DOCUMENT_BYTES } from '@workflow/apps';
import { readHttpUrl, requireSignInHost, type HttpCall, type HttpClient, type SignIn } from '@workflow/outbound';
import { CollectedBytes } from '@workflow/outbound/checked-answers';
import { StepFailure } from '@workflow/workflow-model';

/** A document that was read from its URL. */
interface FetchedDocument {
  text: string;
  /** The URL after redirects. Relative URLs in the document start from it. */
  url: string;
}

/**
 * Reads the document at a URL. The credential is sent only to hosts that it names.
 * @throws StepFailure
 */
export async function fetchDocument(
  http: Pick<HttpClient, 'send'>,
  written: string,
  signIn: SignIn | null,
  signal: AbortSignal,
): Promise<FetchedDocument> {
  const url = readHttpUrl(written);
  const collected = new CollectedBytes();
  const call: HttpCall = {
    method: 'GET',
    url,
    headers: { accept: 'application/json, application/yaml, */*;q=0.8', 'user-agent': 'workflow-automation' },
    body: null,
    signIn: mayBeSent(signIn, url) ? signIn : null,
    streamTo: () => async (body) => {
      for await (const chunk of body) {
        if (collected.length + chunk.length > MAX_DOCUMENT_BYTES)
          throw new StepFailure(
            'OUTPUT_TOO_LARGE',
            `The document has more than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB`,
          );
        collected.append(chunk);
      }
    },
  };
  const answer = await http.send(call, signal);
  if (answer.status >= 300) throw new StepFailure('HTTP_STATUS', `${url.origin} answered ${answer.status}`);
  return { text: collected.take().toString(), url: (answer.url ?? url).href };
}

function mayBeSent(signIn: SignIn | null, url: URL): boolean {
  if (signIn === null || signIn.hosts === null) return false;
  try {
    requireSignInHost({ signIn, url });
    return true;
  } catch {
    return false;
  }
}
