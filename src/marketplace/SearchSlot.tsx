import { useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { useIsMedium } from '../ui/hooks';
import { MarketplaceSearch } from './MarketplaceSearch';
import './marketplace.css';

/** The search in the application bar. The marketplace's own page has it in the page, where it is larger. */
export default function SearchSlot() {
  const isMedium = useIsMedium();
  const isHome = useLocation().pathname === '/marketplace';
  const [isOpen, setOpen] = useState(false);
  if (isHome) return null;
  if (isMedium) return <MarketplaceSearch className="m-search-bar" />;
  return (
    <span className="m-search-button">
      <IconButton icon="search" label="Search Marketplace" onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title="Search Marketplace" onClose={() => setOpen(false)}>
          <MarketplaceSearch className="m-search-dialog" onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </span>
  );
}
