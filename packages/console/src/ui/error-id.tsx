import { Code, Group } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** The id of an error, to report to the operator (contract §2.4). */
export function ErrorId({ value }: { value: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      Error&nbsp;ID: <Code>{value}</Code> <CopyButton value={value} label="Copy the error ID" />
    </Group>
  );
}
