import { useEffect, useState } from 'react';
import { Icon } from './Icon';
import './ui.css';
import css from './CopyableId.module.css';

/** An id to paste elsewhere, with a copy button. */
export function CopyableId({
  value,
  label = 'Copy',
  isShown = true,
}: {
  value: string;
  label?: string;
  /** False where the id is already shown beside it. */
  isShown?: boolean;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <span className={css.copyable}>
      {isShown && value}
      <button type="button" className="v-icon-button v-small" aria-label={`${label} ${value}`} onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} size={16} />
      </button>
      <span role="status" className="v-hidden">
        {copied ? 'Copied' : ''}
      </span>
    </span>
  );
}
