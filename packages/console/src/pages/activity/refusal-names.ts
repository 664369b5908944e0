import type { Refusals } from '../../api/types.ts';

/** The text that the console shows for each reason why a delivery was refused. */
export const refusalNames: Readonly<Record<Refusals['recent'][number]['reason'], string>> = {
  token: 'Token missing or wrong',
  signature: 'Signature wrong',
  'signature-missing': 'Signature missing',
  'not-published': 'Workflow not published',
  method: 'HTTP method not allowed',
  'too-large': 'Body too large',
  'rate-limit': 'Above the rate limit of the webhook',
  quota: 'Above a limit of the organization',
  unreadable: 'Not readable',
  unavailable: 'Service failed or overloaded',
};
