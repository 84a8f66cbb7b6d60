import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useChangeSearch, without } from '../../../ui/useChangeSearch';

const REVIEW = 'review';

/** Keeps the open review in the address, so that Back closes it and leads to the cart, and leaves no page behind. */
export function useReviewAddress(isOpen: boolean, close: () => void): void {
  const [params] = useSearchParams();
  const isThere = params.has(REVIEW);
  const changeSearch = useChangeSearch();
  const navigate = useNavigate();
  /** Whether this page put it there, and whether it has arrived. */
  const own = useRef<'none' | 'asked' | 'there'>('none');
  const settle = useEffectEvent(() => {
    const was = own.current;
    if (isThere && isOpen && was === 'asked') own.current = 'there';
    else if (isThere && !isOpen) {
      own.current = 'none';
      // A reload, or Forward, leads to a review that is no longer known.
      if (was === 'none') changeSearch(without(REVIEW), { replace: true, preventScrollReset: true });
      else void navigate(-1);
    } else if (!isThere && isOpen && was === 'none') {
      own.current = 'asked';
      changeSearch(
        (search) => {
          search.set(REVIEW, 'open');
          return search;
        },
        { preventScrollReset: true },
      );
    } else if (!isThere && isOpen && was === 'there') {
      own.current = 'none';
      close();
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is compared
  useEffect(() => settle(), [isOpen, isThere]);
}
