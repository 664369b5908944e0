import {
  AnswerFailure,
  maySignIn,
  requireSignInHost,
  statusFailure,
  StepFailure,
  type FileValue,
  type HttpAnswer,
  type HttpCall,
  type HttpParameter,
  type JsonObject,
  type OpenedOperation,
  type SignIn,
  type StepResult,
} from '@workflow/component-kit/run';
import { isTextAnswer, readAnswer } from '../../http-request/read-answer.ts';
import { Repeats } from '../../http-request/repeats.ts';
import { nameIn } from '../../http-request/stored-answer.ts';
import type { CallContext } from '../context.ts';
import { buildRequest } from './build-request.ts';

const KEY_HEADER = 'idempotency-key';

function isKeyOfCall({ in: place, name }: HttpParameter): boolean {
  return place === 'header' && name.toLowerCase() === KEY_HEADER;
}

/**
 * Sends the request of an OpenAPI operation. A call that must happen once has an `Idempotency-Key` that is equal in all
 * attempts, so that the receiver can detect a repetition.
 */
export async function callHttp(
  context: CallContext,
  operation: OpenedOperation,
  given: JsonObject,
): Promise<StepResult & { kind: 'succeeded' }> {
  const { plan, app, effect } = operation;
  if (plan.kind !== 'http')
    throw new StepFailure('CONFIG_INVALID', 'The operation does not belong to an OpenAPI document');
  const baseUrl = plan.baseUrl ?? app.baseUrl;
  if (baseUrl === null) throw new StepFailure('CONFIG_INVALID', `The app ${app.name} has no base URL`);
  const request = await buildRequest(plan, baseUrl, given, context.files);
  if (effect === 'once' || plan.parameters.some(isKeyOfCall)) request.headers[KEY_HEADER] ??= context.idempotencyKey;
  const call = { ...request, signIn: await operation.openCredential<SignIn>() };
  requireSignInHost(call);
  requireHostOfApp(call, app.baseUrl);
  await context.begin();
  // Another branch may have ended the session since the commit.
  context.signal.throwIfAborted();
  const repeats = new Repeats(context, () => effect !== 'once');
  const stored = new StoredFile(context, call.url);
  const answer = await sendOnce(
    context,
    { ...call, ...stored.streaming, onAnswer: (hop) => repeats.onAnswer(hop) },
    effect,
  );
  const body = stored.file ?? (isEmpty(answer) ? null : readAnswer(answer).body);
  const output = { status: answer.status, headers: answer.headers as JsonObject, body };
  if (answer.status < 400) return { kind: 'succeeded', output };
  repeats.onEnd();
  throw statusFailure(answer, `${plan.method} ${plan.path} answered ${answer.status}`, context.now(), output);
}

/**
 * Refuses a server that only the document names for the operation, unless the credential names the host.
 * @param baseUrl of the app, which an administrator sees or chose
 * @throws StepFailure CREDENTIAL_HOST
 */
function requireHostOfApp({ signIn, url }: Pick<HttpCall, 'url' | 'signIn'>, baseUrl: string | null): void {
  if (!signIn || signIn.hosts !== null) return;
  const base = URL.parse(baseUrl ?? '');
  if (base !== null && maySignIn(signIn, base, url)) return;
  const host = base === null ? 'the app has no base URL' : `that of this app is ${base.host}`;
  throw new StepFailure(
    'CREDENTIAL_HOST',
    `The document places the operation on ${url.host}. A credential without hosts is sent only to the host of the ` +
      `app's base URL, and ${host}. Add ${url.hostname} to the hosts of the credential to allow it`,
  );
}

/** Returns true for an answer without a body, such as 204. */
function isEmpty({ body, headers }: HttpAnswer): boolean {
  return body.length === 0 && headers['content-type'] === undefined;
}

/** Sends a request. A request that must happen once is not repeated after its answer began. */
async function sendOnce({ http }: CallContext, call: HttpCall, effect: OpenedOperation['effect']): Promise<HttpAnswer> {
  try {
    return await http.send(call);
  } catch (error) {
    if (!(error instanceof AnswerFailure) || effect !== 'once') throw error;
    throw new StepFailure('HTTP_FAILED', `${error.message}. The request is not sent again`, { retryable: false });
  }
}

/** Stores a successful body that is neither JSON nor text as a file while it arrives. */
class StoredFile {
  file: FileValue | null = null;
  readonly streaming: Pick<HttpCall, 'streamTo'>;

  constructor({ files }: CallContext, url: URL) {
    this.streaming = {
      streamTo: ({ status, headers }) => {
        const contentType = headers['content-type'] ?? '';
        const isEmpty = status === 204 || headers['content-length'] === '0';
        if (status >= 400 || isEmpty || contentType === '' || isTextAnswer(contentType)) return null;
        const name = nameIn(headers) ?? (url.pathname.split('/').at(-1) || 'file');
        return async (body) => {
          this.file = await files.write({ name, contentType }, body);
        };
      },
    };
  }
}
