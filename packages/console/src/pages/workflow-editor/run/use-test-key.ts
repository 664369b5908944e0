import { getHotkeyHandler } from '@mantine/hooks';
import { useEffect } from 'react';
import { OPEN_LAYERS } from '../open-layers.ts';
import { useTestAgain } from './use-test-again.ts';

/** Ctrl Enter tests again. Before a field takes the key, so that it works while a program is being written as well. */
export function useTestKey(): void {
  const again = useTestAgain();
  useEffect(() => {
    const onTestKey = getHotkeyHandler([['mod+Enter', again]]);
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Enter' || document.querySelector(OPEN_LAYERS) !== null) return;
      onTestKey(event);
      if (event.defaultPrevented) event.stopPropagation();
    }
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [again]);
}
