import { getHotkeyHandler } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { type Command, pageCommands } from '../../features/commands/command-store.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { loadPart } from '../../ui/load-part.tsx';
import { rememberPage } from './recent-pages.ts';

const CommandMenu = loadPart(async () => (await import('./command-menu.tsx')).CommandMenu);

/** A dialog whose value is lost when another page opens, because it is shown only once. */
const SHOWN_ONCE = '[data-shown-once]';

/** Opens the command menu at Ctrl K, or Cmd K, on every page. What is typed before it is loaded is not lost. */
export function CommandKey() {
  /** The commands of the page on which the menu was opened; null while it is closed. */
  const [commands, setCommands] = useState<Promise<readonly Command[]> | null>(null);
  const isOpen = commands !== null;
  const close = () => setCommands(null);
  const [query, setQuery] = useState('');
  const { pathname } = useLocation();
  useEffect(() => rememberPage(pathname), [pathname]);
  useEffect(() => {
    const open = (): void => {
      if (document.querySelector(SHOWN_ONCE) !== null) return;
      setQuery('');
      setCommands(pageCommands.get()());
    };
    const onKey = getHotkeyHandler([['mod+K', open]]);
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent): void => {
      if (!isLetter(event) || isInDialog(event)) return;
      event.preventDefault();
      // Nor does the page take it for one of its shortcuts.
      event.stopPropagation();
      setQuery((typed) => typed + event.key);
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [isOpen]);
  return (
    <PartBoundary key={String(isOpen)} onFailed={close}>
      {commands && <CommandMenu pageCommands={commands} query={query} onQuery={setQuery} onClose={close} />}
    </PartBoundary>
  );
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}

function isInDialog({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}
