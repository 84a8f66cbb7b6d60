import type { ButtonHTMLAttributes, Ref } from 'react';
import { Icon, type IconName } from './Icon';
import './ui.css';
import css from './Button.module.css';

type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & { ref?: Ref<HTMLButtonElement> };

export type ButtonProps = NativeButton & {
  tone?: 'primary' | 'plain' | 'danger' | 'quiet';
  icon?: IconName;
  /** Busy: the button keeps its place, says so and ignores clicks. */
  busy?: boolean;
  type?: 'button' | 'submit';
};

const TONES = { primary: ' v-primary', plain: '', danger: ' v-danger', quiet: ' v-quiet' } as const;

export function Button({
  tone = 'plain',
  icon,
  busy,
  type = 'button',
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`v-button${TONES[tone]} ${className ?? ''}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon && <Icon name={icon} size={18} />}
      {children}
    </button>
  );
}

export type IconButtonProps = NativeButton & {
  icon: IconName;
  label: string;
  badge?: string | 'dot' | undefined;
  /** What is read of the badge; by default the badge. */
  badgeName?: string | undefined;
  badgeTone?: 'danger' | 'quiet';
};

/** An icon button; `label` is its name and tooltip. `badge`, a text or a dot, is read with the name. */
export function IconButton({ icon, label, badge, badgeName = badge, badgeTone, className, ...rest }: IconButtonProps) {
  const name = badge ? `${label} (${badgeName})` : label;
  return (
    <button {...rest} type="button" aria-label={name} title={label} className={`v-icon-button ${className ?? ''}`}>
      <Icon name={icon} />
      {badge && (
        <span className={badge === 'dot' ? css.dot : css.badge} data-count data-tone={badgeTone} aria-hidden="true">
          {badge === 'dot' ? null : badge}
        </span>
      )}
    </button>
  );
}
