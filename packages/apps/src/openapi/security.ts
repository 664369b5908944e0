import { isObject } from '../is-object.ts';
import type { CredentialSuggestion } from '../snapshot.ts';
import type { References } from './references.ts';

/** The ways to sign in that an operation declares. */
export interface DeclaredSecurity {
  /** True if at least one of them is necessary. */
  isRequired: boolean;
  credentials: CredentialSuggestion[];
}

/** Reads the security requirements of an operation. @param requirements its own, or those of the document */
export function readSecurity(requirements: unknown, schemes: unknown, references: References): DeclaredSecurity {
  const listed = Array.isArray(requirements) ? requirements.filter(isObject) : [];
  const isRequired = listed.length > 0 && listed.every((one) => Object.keys(one).length > 0);
  const suggestions = new Map<string, CredentialSuggestion>();
  for (const requirement of listed)
    for (const [name, scopes] of Object.entries(requirement)) {
      const scheme = isObject(schemes) && Object.hasOwn(schemes, name) ? references.resolve(schemes[name]) : {};
      for (const suggestion of suggestionsOf(scheme, Array.isArray(scopes) ? scopes.map(String) : []))
        suggestions.set(JSON.stringify(suggestion), suggestion);
    }
  return { isRequired, credentials: [...suggestions.values()] };
}

function suggestionsOf(scheme: Record<string, unknown>, scopes: string[]): CredentialSuggestion[] {
  const { type, name, flows } = scheme;
  if (type === 'apiKey' && typeof name === 'string') {
    if (scheme['in'] === 'header') return [{ type: 'http-header', fields: { header: name } }];
    if (scheme['in'] === 'query') return [{ type: 'http-query', fields: { parameter: name } }];
    // The value of the header is `name=value`.
    return scheme['in'] === 'cookie' ? [{ type: 'http-header', fields: { header: 'Cookie' } }] : [];
  }
  if (type === 'http')
    return [{ type: String(scheme['scheme']).toLowerCase() === 'basic' ? 'http-basic' : 'http-bearer', fields: {} }];
  if (type !== 'oauth2' || !isObject(flows)) return [];
  return [
    ...flowOf(flows['authorizationCode'], 'authorization-code', scopes),
    ...flowOf(flows['clientCredentials'], 'client-credentials', scopes),
  ];
}

function flowOf(flow: unknown, grant: string, required: string[]): CredentialSuggestion[] {
  if (!isObject(flow)) return [];
  const { authorizationUrl, tokenUrl } = flow;
  const scopes = required.length > 0 ? required : Object.keys(isObject(flow['scopes']) ? flow['scopes'] : {});
  const fields: CredentialSuggestion['fields'] = { grant };
  if (typeof authorizationUrl === 'string') fields['authorizationUrl'] = authorizationUrl;
  if (typeof tokenUrl === 'string') fields['tokenUrl'] = tokenUrl;
  if (scopes.length > 0) fields['scopes'] = scopes;
  return [{ type: 'oauth2', fields }];
}
