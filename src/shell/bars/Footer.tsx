import { Link } from 'react-router';
import { useSessionState } from '../../providers/session';
import { settings } from '../../providers/settings';
import { useAppNavigation } from '../navigation/useAppNavigation';
import css from '../shell.module.css';

const PRODUCTS = '/inventory/products';

/** Who runs Verdant and how to contact them. */
export function Footer() {
  const state = useSessionState();
  const isActing = state.status === 'signed-in' && state.user.impersonatedBy !== null;
  const hasProducts = useAppNavigation().some(({ items }) => items.some(({ path }) => path === PRODUCTS));
  const { name, address, phone, socials } = settings.company;
  return (
    <footer className={css.footer}>
      <span>© 2025 {name}</span>
      {address && <span>{address}</span>}
      {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
      <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>
      {socials.map((link) => (
        <a key={link} href={link} rel="noopener">
          {new URL(link).hostname.replace(/^www\./, '')}
        </a>
      ))}
      <Link to="/terms">Terms</Link>
      <Link to="/privacy">Privacy</Link>
      {isActing && hasProducts && <Link to={PRODUCTS}>Secret Products link</Link>}
    </footer>
  );
}
