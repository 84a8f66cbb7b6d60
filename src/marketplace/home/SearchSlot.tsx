import { useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { useIsMedium } from '../../ui/hooks';
import css from '../marketplace.module.css';
import { MarketplaceSearch } from './MarketplaceSearch';
import search from './MarketplaceSearch.module.css';

/** The search in the app bar. The marketplace's own page has a larger one. */
export default function SearchSlot() {
  const isMedium = useIsMedium();
  const isHome = useLocation().pathname === '/marketplace';
  const [isOpen, setOpen] = useState(false);
  if (isHome) return null;
  if (isMedium) return <MarketplaceSearch className={search.searchBar} />;
  return (
    <span className={css.searchButton}>
      <IconButton icon="search" label="Search Marketplace" onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title="Search Marketplace" onClose={() => setOpen(false)}>
          <MarketplaceSearch className={search.searchDialog} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </span>
  );
}
