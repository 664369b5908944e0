import {
  headerField,
  readHttpUrl,
  StepFailure,
  type ComponentFiles,
  type HttpBody,
  type HttpCall,
  type HttpParameter,
  type HttpPlan,
  type Json,
  type JsonObject,
} from '@workflow/component-kit/run';
import { isJsonObject } from '@workflow/workflow-model';
import { encodeBody } from '../../http-request/encode-body.ts';
import { encodeMultipart } from '../../http-request/encode-multipart.ts';
import type { EncodedBody } from '../../http-request/encoded-body.ts';
import { encodeForm } from './encode-form.ts';
import { AddressRoom, headerText, pathParameter, queryPairs } from './serialize.ts';

/**
 * Builds the request of an operation from its arguments.
 * @throws StepFailure CONFIG_INVALID for missing arguments
 */
export async function buildRequest(
  plan: HttpPlan,
  baseUrl: string,
  given: JsonObject,
  files: ComponentFiles,
): Promise<HttpCall> {
  const room = new AddressRoom();
  const path = plan.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => pathText(plan, name, given, room));
  const url = readHttpUrl(`${baseUrl.replace(/\/$/, '')}${path}`);
  const query = plan.parameters.flatMap((parameter) =>
    parameter.in === 'query' ? pairsOf(parameter, given, room) : [],
  );
  if (query.length > 0) url.search = `${url.search === '' ? '' : `${url.search}&`}${query.join('&')}`;
  const headers: Record<string, string> = {
    'accept-encoding': 'identity',
    'user-agent': 'workflow-automation',
    accept: 'application/json, */*;q=0.8',
  };
  const cookies: string[] = [];
  for (const parameter of plan.parameters) {
    if (parameter.in === 'cookie') cookies.push(...pairsOf(parameter, given, room));
    const value = argumentOf(parameter, given);
    if (parameter.in === 'header' && value !== undefined)
      headers[parameter.name.toLowerCase()] = headerField(parameter.name, headerText(parameter, value));
  }
  if (cookies.length > 0) headers['cookie'] = cookies.join('; ');
  const body = await bodyOf(plan, given, files);
  if (body !== null) headers['content-type'] = body.contentType;
  return { method: plan.method, url, headers, body: body?.body ?? null };
}

async function bodyOf({ body }: HttpPlan, given: JsonObject, files: ComponentFiles): Promise<EncodedBody | null> {
  const value = given['body'];
  if (body === null || value === undefined || value === null) return null;
  const encoded = await encodedBody(body, value, files);
  // Only the encoder knows the boundary of a multipart body, and only the file its type.
  const contentType =
    'contentType' in encoded && (body.as === 'multipart' || body.as === 'file')
      ? encoded.contentType
      : body.contentType;
  return { ...encoded, contentType };
}

async function encodedBody(
  { as, encoding = {} }: HttpBody,
  value: Json,
  files: ComponentFiles,
): Promise<Pick<EncodedBody, 'body'> | EncodedBody> {
  if (as === 'json') return { body: JSON.stringify(value) };
  if (as === 'form' && isJsonObject(value) && Object.keys(encoding).length > 0)
    return { body: encodeForm(value, encoding) };
  if (as !== 'multipart') return encodeBody(value, as, files);
  // Lists and objects are JSON unless the document names another type.
  const typeOf = (name: string, part: Json) =>
    encoding[name]?.contentType ?? (typeof part === 'object' && part !== null ? 'application/json' : null);
  return encodeMultipart(value, files, typeOf);
}

function pathText(plan: HttpPlan, name: string, given: JsonObject, room: AddressRoom): string {
  const parameter = plan.parameters.find((one) => one.in === 'path' && one.name === name);
  const value = parameter === undefined ? undefined : argumentOf(parameter, given);
  if (parameter === undefined || value === undefined || value === '')
    throw new StepFailure('CONFIG_INVALID', `The argument path.${name} is required`);
  const text = pathParameter(parameter, value, room);
  // A segment of dots would lead to another path.
  if (/^\.{1,2}$/.test(text)) throw new StepFailure('CONFIG_INVALID', `The argument path.${name} must not be ${text}`);
  return text;
}

function pairsOf(parameter: HttpParameter, given: JsonObject, room: AddressRoom): string[] {
  const value = argumentOf(parameter, given);
  return value === undefined ? [] : queryPairs(parameter, value, room);
}

/** Returns undefined for an argument that is left out or null. */
function argumentOf(parameter: HttpParameter, given: JsonObject): Json | undefined {
  const group = given[parameter.in];
  if (!isJsonObject(group)) return undefined;
  return Object.hasOwn(group, parameter.name) ? (group[parameter.name] ?? undefined) : undefined;
}
