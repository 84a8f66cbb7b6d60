import { type ThemeConfig, theme } from 'antd';
import source from './tokens.css?raw';

const DECLARATION = /--v-([\w-]+):\s*(?:light-dark\((#\w+),\s*(#\w+)\)|([^;]+));/g;

/** The tokens of one mode, read from the app's stylesheet. */
function tokensOf(mode: 'light' | 'dark'): (name: string) => string {
  const tokens = new Map<string, string>();
  for (const [, name = '', light, dark, plain] of source.matchAll(DECLARATION)) {
    if (!tokens.has(name)) tokens.set(name, (mode === 'light' ? light : dark) ?? plain ?? '');
  }
  return (name) => tokens.get(name) ?? '';
}

/** Our theme for antd's components, on the administration screens that use them. */
export function antdTheme(mode: 'light' | 'dark'): ThemeConfig {
  const token = tokensOf(mode);
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: token('accent'),
      colorLink: token('link'),
      colorError: token('danger'),
      colorWarning: token('warning'),
      colorText: token('text'),
      colorTextSecondary: token('muted'),
      colorTextDescription: token('muted'),
      colorTextDisabled: token('muted'),
      colorTextQuaternary: token('muted'),
      colorTextPlaceholder: token('muted'),
      colorTextLightSolid: token('on-accent'),
      colorBgLayout: token('ground'),
      colorBgContainer: token('surface'),
      colorBgElevated: token('raised'),
      colorBorder: token('edge'),
      colorPrimaryHover: token('muted'),
      controlItemBgHover: token('hover'),
      controlItemBgActive: token('selected'),
      controlItemBgActiveHover: token('selected-hover'),
      boxShadowSecondary: token('shadow-high'),
      colorBorderSecondary: token('line'),
      fontFamily: token('font'),
      fontSize: Number.parseFloat(token('size')),
      borderRadius: Number.parseFloat(token('radius')),
      borderRadiusLG: Number.parseFloat(token('radius-large')),
      controlOutlineWidth: 0,
      controlHeight: Number.parseFloat(token('control')),
      wireframe: false,
    },
  };
}
