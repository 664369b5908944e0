import { getHotkeyHandler } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';

const CommandMenu = lazy(async () => ({ default: (await import('./command-menu.tsx')).CommandMenu }));

/** Opens the command menu at Ctrl K, or Cmd K, on every page. */
export function CommandKey() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = getHotkeyHandler([['mod+K', () => setOpen(true)]]);
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
  return <Suspense>{open && <CommandMenu onClose={() => setOpen(false)} />}</Suspense>;
}
