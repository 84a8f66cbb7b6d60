import { useState } from 'react';
import { TextInput, type TextInputProps } from './Field';
import './ui.css';
import css from './SecretInput.module.css';

/** A key to paste: hidden by default, never remembered by the browser. Inside a `Field`. */
export function SecretInput(props: Omit<TextInputProps, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <span className={css.secret}>
      <TextInput
        {...props}
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        type="button"
        className="v-link"
        aria-pressed={isShown}
        aria-label="Show key"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </span>
  );
}
