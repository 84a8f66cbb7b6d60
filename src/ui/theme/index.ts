import './font.css';
import './tokens.css';
import './base.css';
import './layout.css';

export type ThemeMode = 'light' | 'dark' | 'system';

/** Shows the app in this mode from now on; `system` follows the machine. */
export function applyTheme(mode: ThemeMode): void {
  if (mode === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = mode;
}
