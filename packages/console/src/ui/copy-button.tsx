import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyButtonProps {
  value: string;
  /** What is copied, for screen readers and the tooltip. */
  label: string;
  /** A button with this text; without it an icon. */
  text?: string;
}

export function CopyButton({ value, label, text }: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 1500 });
  const icon = clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />;
  if (text !== undefined) {
    return (
      <Button variant="default" leftSection={icon} onClick={() => clipboard.copy(value)} aria-label={label}>
        {clipboard.copied ? 'Copied' : text}
      </Button>
    );
  }
  return (
    <Tooltip label={clipboard.copied ? 'Copied' : label}>
      <ActionIcon variant="subtle" color="gray" size="sm" onClick={() => clipboard.copy(value)} aria-label={label}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
