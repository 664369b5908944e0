import { ActionIcon, Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { texts } from '../texts/controls.ts';

interface CopyButtonProps {
  value: string;
  /** What is copied, for screen readers and the tooltip. */
  label: string;
  /** A button with this text; without it an icon. */
  text?: string;
  onCopied?: () => void;
}

export function CopyButton({ value, label, text, onCopied }: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 1500 });
  const copy = () => {
    clipboard.copy(value);
    onCopied?.();
  };
  const icon = clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />;
  if (text !== undefined) {
    return (
      <Button variant="default" leftSection={icon} onClick={copy} aria-label={label}>
        {clipboard.copied ? texts.copied : text}
      </Button>
    );
  }
  return (
    <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={label} title={label}>
      {icon}
    </ActionIcon>
  );
}
