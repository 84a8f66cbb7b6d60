import { useState } from 'react';
import { useParams } from 'react-router';
import { type ApiKey, featuresInWords } from '../../../../domain/api-keys/api-key';
import { apiKeys as calls } from '../../../../domain/api-keys/contract';
import { readId } from '../../../../domain/contract/endpoint';
import { useCan } from '../../../access/useCan';
import { QueryState } from '../../../kit/form/QueryState';
import { Panel, RecordColumns } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { Button } from '../../../ui/Button';
import { Facts } from '../../../ui/Facts';
import { PageFrame } from '../../../ui/PageFrame';
import { dateHere, momentHere } from '../../../ui/reader-dates';
import { NarrowKey, RevokeKey, RotateKey } from './KeyActs';
import { KeyDrawer } from './KeyDrawer';
import { KeyStatePill, shownKey } from './KeyState';
import { KeyUses } from './KeyUses';
import { apiKeys, PATH } from './resource';
import { SecretDialog } from './SecretDialog';

const CRUMBS = [{ label: 'API Keys', to: PATH }];

/** One key: what it may do, what it did, and what it could do without. */
export default function ApiKeyPage() {
  const id = readId(useParams().id) ?? undefined;
  const { query, result } = useResourceOne(apiKeys, id);
  const isMissing = id === undefined;
  return (
    <QueryState
      query={{ data: isMissing ? null : (result ?? undefined), error: query.error, refetch: query.refetch }}
      failure="We couldn’t load this API key."
    >
      {(key) =>
        key ? (
          <KeyRecord apiKey={key} reread={() => query.refetch({ cancelRefetch: false })} />
        ) : (
          <PageFrame title="API key not found" breadcrumbs={CRUMBS}>
            <p>It doesn’t exist. Choose one from the list.</p>
          </PageFrame>
        )
      }
    </QueryState>
  );
}

type Asked = 'edit' | 'rotate' | 'revoke' | 'narrow';

function KeyRecord({ apiKey, reread }: { apiKey: ApiKey; reread: () => Promise<unknown> }) {
  const [asked, ask] = useState<Asked | null>(null);
  const [made, setMade] = useState<{ name: string; secret: string | null } | null>(null);
  const mayWrite = useCan().can(apiKeys.create.requires);
  const orgId = useSession().scope?.orgId ?? 0;
  const uses = useCallQuery(calls.uses, { params: { orgId, id: apiKey.id } }, { topics: ['organization'] });
  const mayRevoke = mayWrite && apiKey.state !== 'REVOKED';
  const mayChange = mayRevoke && apiKey.isOwn;
  const onClose = () => ask(null);
  const onDone = async () => {
    await Promise.all([reread(), uses.refetch()]);
  };
  const act = { apiKey, onDone, onClose };
  return (
    <PageFrame
      title={apiKey.name}
      breadcrumbs={CRUMBS}
      aside={<KeyStatePill {...apiKey} />}
      actions={
        <>
          {mayChange && <Button onClick={() => ask('edit')}>Edit</Button>}
          {mayChange && <Button onClick={() => ask('rotate')}>Replace key</Button>}
          {mayRevoke && (
            <Button tone="danger" onClick={() => ask('revoke')}>
              Revoke
            </Button>
          )}
        </>
      }
    >
      <RecordColumns side={<KeyFacts apiKey={apiKey} />}>
        <QueryState query={uses} failure="We couldn’t load what this key was used for.">
          {(found) => <KeyUses {...found} onNarrow={mayChange ? () => ask('narrow') : null} />}
        </QueryState>
      </RecordColumns>
      {asked === 'edit' && <KeyDrawer apiKey={apiKey} onClose={onClose} />}
      {asked === 'rotate' && <RotateKey {...act} onMade={setMade} />}
      {asked === 'revoke' && <RevokeKey {...act} />}
      {asked === 'narrow' && <NarrowKey {...act} />}
      {made && <SecretDialog {...made} onClose={() => setMade(null)} />}
    </PageFrame>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const { organization } = useSession();
  const { lastUsed, formerUntil, revokedAt } = apiKey;
  const named = (ids: readonly number[], names: readonly { id: number; name: string }[]) =>
    ids.length === 0 ? 'All' : ids.map((id) => names.find((one) => one.id === id)?.name ?? `No. ${id}`).join(', ');
  const companies = organization?.companies.map(({ companyId, name }) => ({ id: companyId, name })) ?? [];
  return (
    <Panel title="About">
      <Facts
        layout="stacked"
        facts={{
          Key: <code>{shownKey(apiKey)}</code>,
          'Made by': apiKey.maker.name,
          Made: dateHere(apiKey.created),
          Expires: dateHere(apiKey.expiresAt),
          Revoked: revokedAt && momentHere(revokedAt),
          'Key before works until': formerUntil && momentHere(formerUntil),
          'Last used': lastUsed ? `${momentHere(lastUsed.at)}, from ${lastUsed.address}` : 'Never',
          Permissions: featuresInWords(apiKey.features),
          Companies: named(apiKey.companyIds, companies),
          Licenses: named(apiKey.licenseIds, organization?.licenses ?? []),
          Brands: named(apiKey.brandIds, [...(organization?.brands ?? []), ...(organization?.partnerBrands ?? [])]),
          'Allowed addresses': apiKey.addresses.join(', ') || 'Any',
        }}
      />
    </Panel>
  );
}
