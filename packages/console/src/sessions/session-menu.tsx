import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconArrowsDiff, IconDownload, IconTerminal } from '@tabler/icons-react';
import type { Session, Step } from '../api/types.ts';
import { texts } from '../texts/sessions.tsx';
import { downloadText } from '../ui/download-text.ts';
import { showDone } from '../ui/show-done.ts';
import { runAsCurl } from './run-as-curl.ts';

interface SessionMenuProps {
  target: React.ReactElement;
  session: Session;
  steps: Step[];
  onCompare: () => void;
}

/** What is done with a session besides running it. */
export function SessionMenu({ target, session, steps, onCompare }: SessionMenuProps) {
  const clipboard = useClipboard();
  return (
    <Menu position="bottom-end">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconTerminal size={16} />}
          onClick={() => {
            clipboard.copy(runAsCurl(session, window.location.origin));
            showDone(texts.copiedAsCurl);
          }}
        >
          {texts.copyAsCurl}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload size={16} />}
          onClick={() =>
            downloadText(`session-${session.id}.json`, JSON.stringify({ session, steps }, null, 2), 'application/json')
          }
        >
          {texts.downloadAsJson}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowsDiff size={16} />} onClick={onCompare}>
          {texts.compareEllipsis}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
