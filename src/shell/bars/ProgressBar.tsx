import { useEffect, useState } from 'react';
import { callNews } from '../../providers/call/call-news';
import css from '../shell.module.css';

const THROTTLE_MS = 200;

/** A line along the top while something takes noticeably long to load. */
export function ProgressBar({ isLoading }: { isLoading: boolean }) {
  const [calls, setCalls] = useState(0);
  const [isShown, setShown] = useState(false);
  useEffect(() => callNews.busy.on(setCalls), []);
  const isBusy = isLoading || calls > 0;
  useEffect(() => {
    const timer = setTimeout(() => setShown(isBusy), THROTTLE_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return isShown && <div className={css.progress} aria-hidden="true" />;
}
