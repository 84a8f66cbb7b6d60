import './font.css';
import './tokens.css';
import './base.css';
import './layout.css';

export type ThemeMode = 'light' | 'dark' | 'system';

/** Sets the app's mode; `system` follows the operating system. */
export function applyTheme(mode: ThemeMode): void {
  if (mode === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = mode;
}
