import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Opens the dialog for a new workflow by the page's address, which the command menu can lead to. */
export function useNewWorkflow(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const setOpen = useCallback(
    (isOpen: boolean) =>
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          next.delete('new');
          if (isOpen) next.set('new', '');
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [params.has('new'), setOpen];
}
