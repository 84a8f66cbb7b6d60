import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { directoryLists as calls, type DirectoryList } from '../../domain/directory/lists';
import { counted } from '../../domain/text';
import { QueryState } from '../kit/form/QueryState';
import { useCallQuery } from '../providers/refine/use-call';
import { useSession } from '../providers/session';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { PageFrame } from '../ui/PageFrame';
import css from './directory.module.css';
import { NewList } from './lists/ListDialogs';

/** The organization's own licenses, and the lists of listings it keeps. */
export default function Lists() {
  const orgId = useSession().organization?.id ?? 0;
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  const query = useCallQuery(calls.list, { params: { orgId }, query: {} }, { topics: ['directory-lists'] });
  return (
    <PageFrame
      title="Lists"
      breadcrumbs={[{ label: 'Directory', to: '/directory' }]}
      actions={
        <Button icon="plus" tone="primary" onClick={() => setNew(true)}>
          New list
        </Button>
      }
    >
      <div className={css.section}>
        <QueryState query={query}>
          {(lists) => (
            <>
              <ul className={css.rows} aria-label="Lists">
                {lists.map((list) => (
                  <ListRow key={list.slug} list={list} />
                ))}
              </ul>
              {lists.length === 1 && <p className="muted">Make a list, then put listings in it from their pages.</p>}
            </>
          )}
        </QueryState>
      </div>
      {isNew && (
        <NewList
          orgId={orgId}
          onDone={({ slug }) => navigate(`/directory/lists/${slug}`)}
          onClose={() => setNew(false)}
        />
      )}
    </PageFrame>
  );
}

function ListRow({ list: { slug, kind, name, listingCount } }: { list: DirectoryList }) {
  const isOwn = kind === 'OWNED_LICENSES';
  return (
    <li className={css.row}>
      <Link to={`/directory/lists/${slug}`} className={css.rowLink}>
        <Icon name={isOwn ? 'certificate' : 'bookmark'} size={20} />
        <span className={css.rowText}>
          <strong>{name}</strong>
          <span className="muted">{counted(listingCount, isOwn ? 'license' : 'listing')}</span>
        </span>
      </Link>
    </li>
  );
}
