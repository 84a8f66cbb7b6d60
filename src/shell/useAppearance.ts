import { useState } from 'react';
import { applyTheme, type ThemeMode } from '../ui/theme';

const KEY = 'verdant.theme';

export const APPEARANCES: Record<ThemeMode, string> = { system: 'System', light: 'Light', dark: 'Dark' };

function storedMode(): ThemeMode {
  const mode = localStorage.getItem(KEY);
  return mode === 'light' || mode === 'dark' ? mode : 'system';
}

/** Applies the last chosen appearance in this browser, before the first render. */
export function applyKeptAppearance(): void {
  applyTheme(storedMode());
}

/** Light, dark or the system's. */
export function useAppearance(): [ThemeMode, (mode: ThemeMode) => void] {
  const [mode, setMode] = useState(storedMode);
  const choose = (next: ThemeMode) => {
    localStorage.setItem(KEY, next);
    applyTheme(next);
    setMode(next);
  };
  return [mode, choose];
}
