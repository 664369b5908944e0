import { useEffect } from 'react';

/** Calls `submit` at Ctrl Enter, or Cmd Enter, wherever the focus is in the dialog that uses it. */
export function useSubmitKey(submit: () => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      event.preventDefault();
      submit();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [submit]);
}
