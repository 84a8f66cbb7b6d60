import { Link } from 'react-router';
import { licenseDisplayName } from '../../domain/access/vocabulary';
import { nameOf } from '../../domain/session/account';
import { Panel } from '../kit/record/RecordPage';
import { useSession } from '../providers/session';
import { PageFrame } from '../ui/PageFrame';

type Entry = { slug: string; name: string };

/** What others see of the reader: each listing of theirs and of their organization. */
export default function ListingList() {
  const { user, organization } = useSession();
  const { id, name, brands = [], licenses = [] } = organization ?? {};
  const parts: Record<string, Entry[]> = {
    You: [{ slug: `user-${user.id}`, name: nameOf(user) }],
    Organization: id === undefined ? [] : [{ slug: `org-${id}`, name: name ?? '' }],
    Brands: brands.map((brand) => ({ slug: `brand-${brand.id}`, name: brand.name })),
    Licenses: licenses.map((license) => ({ slug: `license-${license.id}`, name: licenseDisplayName(license) })),
  };
  return (
    <PageFrame title="Listings">
      {Object.entries(parts).map(([title, entries]) =>
        entries.length === 0 ? null : (
          <Panel key={title} title={title}>
            <ul>
              {entries.map((entry) => (
                <li key={entry.slug}>
                  <Link to={`/account/listing/${entry.slug}`}>{entry.name}</Link>
                </li>
              ))}
            </ul>
          </Panel>
        ),
      )}
    </PageFrame>
  );
}
