import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';
import { showError } from './show-error.ts';

const SHOW_COPIED_MS = 1_500;

interface CopyButtonProps {
  value: string;
  /** Names the copied thing for screen readers and the tooltip. */
  label: string;
  /** A button with this text; without it an icon. */
  text?: string;
  onCopied?: () => void;
}

export function CopyButton({ value, label, text, onCopied }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOW_COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await copyText(value)) {
      setCopied(true);
      onCopied?.();
    } else {
      showError('The browser did not copy it.');
    }
  };
  const icon = isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />;
  if (text !== undefined) {
    return (
      <Button variant="default" leftSection={icon} onClick={() => void copy()} aria-label={label}>
        {isCopied ? 'Copied' : text}
      </Button>
    );
  }
  return (
    <ActionIcon variant="subtle" color="gray" size="sm" onClick={() => void copy()} aria-label={label} title={label}>
      {icon}
    </ActionIcon>
  );
}
