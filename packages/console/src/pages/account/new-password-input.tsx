import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password that is being chosen; the lengths are those that the service takes. */
export function NewPasswordInput(props: PasswordInputProps) {
  return <PasswordInput autoComplete="new-password" required minLength={8} maxLength={128} {...props} />;
}
