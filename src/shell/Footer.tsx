import { settings } from '../providers/settings';

export function Footer() {
  return (
    <footer className="s-footer">
      <span>© 2025 Verdant</span>
      <a href={`mailto:${settings.supportEmail}`}>Support</a>
    </footer>
  );
}
