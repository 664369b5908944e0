import {
  IconArrowsSplit2,
  IconBraces,
  IconClock,
  IconCode,
  IconFlag,
  IconForms,
  IconGitFork,
  IconPlayerPlay,
  IconPuzzle,
  IconRepeat,
  IconTransform,
  IconWebhook,
  IconWorld,
} from '@tabler/icons-react';

const ICONS: Record<string, typeof IconPuzzle> = {
  input: IconForms,
  webhook: IconWebhook,
  'json-parse': IconBraces,
  transform: IconTransform,
  condition: IconGitFork,
  switch: IconArrowsSplit2,
  'http-request': IconWorld,
  delay: IconClock,
  code: IconCode,
  'run-workflow': IconPlayerPlay,
  'for-each': IconRepeat,
  output: IconFlag,
};

export function ComponentIcon({ type, size = 18 }: { type: string; size?: number }) {
  const Icon = ICONS[type] ?? IconPuzzle;
  return <Icon size={size} stroke={1.7} aria-hidden />;
}
