import { useState } from 'react';
import { directory } from '../../domain/directory/contract';
import { counted } from '../../domain/text';
import { useCallQuery } from '../providers/refine/use-call';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { useIsMedium } from '../ui/hooks';
import { PageFrame } from '../ui/PageFrame';
import css from './directory.module.css';
import { ListingRows } from './ListingRows';
import { Filters, Locked, Sort } from './search/Filters';
import { Results } from './search/Results';
import { SearchDialog, SearchField } from './search/SearchField';
import { type DirectoryAddress, useDirectoryAddress } from './search/useDirectoryAddress';

/** Brands, organizations and licenses: featured ones and all, or what a search finds. */
export default function DirectoryHome() {
  const address = useDirectoryAddress();
  const isMedium = useIsMedium();
  const { searchTerm, isLocked } = address;
  return (
    <PageFrame title="Directory">
      <div className={css.top}>
        {isMedium ? <SearchField address={address} /> : <SearchDialog address={address} />}
        {isMedium && <Sort address={address} />}
        {!isMedium && searchTerm && <FilterRow address={address} />}
      </div>
      {isLocked && <Locked />}
      <div className={css.columns}>
        {isMedium && <Filters address={address} />}
        <div className={css.found}>
          {!searchTerm && <Featured />}
          <section className={css.section} aria-labelledby="directory-results">
            <h2 id="directory-results">{searchTerm ? `Matching “${searchTerm}”` : 'All listings'}</h2>
            <Results address={address} />
          </section>
        </div>
      </div>
    </PageFrame>
  );
}

/** On small screens, with a search: its filters in a dialog, and its sort. */
function FilterRow({ address }: { address: DirectoryAddress }) {
  const [isOpen, setOpen] = useState(false);
  const many = address.states.length + address.types.length;
  return (
    <>
      <Button icon="filter" disabled={address.isLocked} onClick={() => setOpen(true)}>
        {many === 0 ? 'Filters' : counted(many, 'filter')}
      </Button>
      <Sort address={address} />
      {isOpen && (
        <Dialog title="Filters" onClose={() => setOpen(false)}>
          <Filters address={address} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function Featured() {
  const { data = [] } = useCallQuery(directory.featured, {}, { topics: ['catalogue'] });
  if (data.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby="directory-featured">
      <h2 id="directory-featured">Featured</h2>
      <ListingRows label="Featured" listings={data} from="featured" />
    </section>
  );
}
