import { createHash, randomUUID } from 'node:crypto';
import type { HookContext } from './organization-rules.ts';

const COOKIE_NAME = 'known_device';
const LIFETIME_SECONDS = 180 * 86_400;

/**
 * Identifies a device that signed in to an account of this e-mail address before, by a signed cookie. Returns null for
 * any other device (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 */
export async function readKnownDevice(ctx: HookContext, email: string): Promise<string | null> {
  const { name } = ctx.context.createAuthCookie(COOKIE_NAME);
  const value = await ctx.getSignedCookie(name, ctx.context.secret);
  return typeof value === 'string' && value.startsWith(`${addressMark(email)}.`) ? value : null;
}

/** Sets the cookie by which `readKnownDevice` identifies the device. The cookie does not sign in. */
export async function rememberDevice(ctx: HookContext, email: string): Promise<void> {
  if ((await readKnownDevice(ctx, email)) !== null) return;
  const { name, attributes } = ctx.context.createAuthCookie(COOKIE_NAME, { maxAge: LIFETIME_SECONDS });
  await ctx.setSignedCookie(name, `${addressMark(email)}.${randomUUID()}`, ctx.context.secret, attributes);
}

function addressMark(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
