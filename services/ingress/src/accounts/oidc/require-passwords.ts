import type { AppContext } from '../../context.ts';
import { ApiError } from '../../errors/api-error.ts';

/** @throws ApiError PASSWORDS_NOT_ACCEPTED if only the issuer signs people in */
export function requirePasswords({ config }: Pick<AppContext, 'config'>): void {
  if (config.auth.oidc?.only === true) throw new ApiError('PASSWORDS_NOT_ACCEPTED');
}
