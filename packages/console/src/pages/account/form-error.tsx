import { Alert } from '@mantine/core';

export function FormError({ message }: { message: string }) {
  return (
    <Alert color="red" variant="light" role="alert" p="xs">
      {message}
    </Alert>
  );
}
