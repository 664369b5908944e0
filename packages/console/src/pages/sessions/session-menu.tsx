import { Menu } from '@mantine/core';
import { IconArrowsDiff, IconDownload, IconTerminal } from '@tabler/icons-react';
import type { Session, Step } from '../../api/types.ts';
import { copyText } from '../../ui/copy-text.ts';
import { downloadText } from '../../ui/download-text.ts';
import { showDone } from '../../ui/show-done.ts';
import { showError } from '../../ui/show-error.ts';
import { runAsCurl } from '../../features/code/run-as-curl.ts';

interface SessionMenuProps {
  target: React.ReactElement;
  session: Session;
  steps: Step[];
  onCompare: () => void;
}

/** Actions on a session other than running it. */
export function SessionMenu({ target, session, steps, onCompare }: SessionMenuProps) {
  const copyAsCurl = async () => {
    if (await copyText(runAsCurl(session, window.location.origin))) showDone('Copied. Fill in an API key.');
    else showError('The browser did not copy it.');
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTerminal size={16} />} onClick={() => void copyAsCurl()}>
          Copy as curl
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload size={16} />}
          onClick={() =>
            downloadText(`session-${session.id}.json`, JSON.stringify({ session, steps }, null, 2), 'application/json')
          }
        >
          Download as JSON
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowsDiff size={16} />} onClick={onCompare}>
          Compare with…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
