import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { showSnack } from '../../providers/snackbar';
import { useChangeSearch, without } from '../../ui/useChangeSearch';

const LONGEST = 200;

/** `?snack=…` shows a message on arrival, once. */
export function useSnackParameter(): void {
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const message = params.get('snack');
  useEffect(() => {
    if (message === null) return;
    if (message) showSnack({ status: 'info', message: message.slice(0, LONGEST) });
    changeSearch(without('snack'), { replace: true });
  }, [message, changeSearch]);
}
