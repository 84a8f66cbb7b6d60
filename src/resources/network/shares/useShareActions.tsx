import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { withoutPlan } from '../../../../domain/access/ability';
import { shortDay } from '../../../../domain/dates';
import { networkPackages } from '../../../../domain/network/packages-contract';
import { endingSays, type SharedBrand } from '../../../../domain/network/shared-brand';
import { sharedBrands as calls } from '../../../../domain/network/shares-contract';
import { Can, useCan } from '../../../access/useCan';
import { QueryState } from '../../../kit/form/QueryState';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { call } from '../../../providers/call';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useResourceDelete } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { isAskedElsewhere } from '../../../providers/session/refusals';
import { useResumable } from '../../../providers/session/resume';
import { showSnack } from '../../../providers/snackbar';
import type { MenuEntry } from '../../../ui/Menu';
import { SharePreview } from '../packages/SharePreview';
import { shares } from './resource';

export type Giving = {
  act: 'share' | 'ask' | 'enable';
  licenseId: number;
  brandId: number;
  id?: number;
  enabled?: boolean;
};

const SAID = { share: 'shared', ask: 'asked for', enable: 'enabled' } as const;

/** Sharing, asking and enabling: what a plan may lack is held until the upgrade, and then done. */
export function useGive(reread: () => Promise<unknown>) {
  const orgId = useSession().scope?.orgId ?? 0;
  return useResumable('shares.give', async (giving: Giving & { name: string }, { idempotencyKey }) => {
    const { act, licenseId, brandId, id = 0, enabled = true, name } = giving;
    if (act === 'share') await call(calls.create, { body: { orgId, licenseId, brandId, enabled } }, { idempotencyKey });
    else if (act === 'ask') await call(calls.request, { query: { licenseId, brandId } }, { idempotencyKey });
    else await call(calls.enable, { params: { id } });
    await reread();
    showSnack({ status: 'success', message: `${name} ${SAID[act]}.` });
  });
}

type Act = { kind: 'share' | 'end' | 'refuse' | 'withdraw'; share: SharedBrand };

/** What can be done with a share of a list, shown at once, and the dialogs it opens. */
export function useShareActions(reread: () => Promise<unknown>) {
  const { can } = useCan();
  const navigate = useNavigate();
  const mayGive = can(withoutPlan(calls.create.requires));
  const [act, setAct] = useState<Act | null>(null);
  /** Shares as they will be once the platform has answered. */
  const [expected, setExpected] = useState<ReadonlyMap<number, Partial<SharedBrand>>>(new Map());
  const give = useGive(reread);
  const disable = useCall(calls.disable);
  const onClose = () => setAct(null);

  const whileDone = async (share: SharedBrand, change: Partial<SharedBrand>, work: () => Promise<unknown>) => {
    setExpected((now) => new Map(now).set(share.id, change));
    try {
      await work();
    } catch (error) {
      if (!isAskedElsewhere(error)) showSnack({ status: 'error', message: messageOf(error) });
    } finally {
      setExpected((now) => new Map([...now].filter(([id]) => id !== share.id)));
    }
  };
  const giving = (share: SharedBrand, kind: Giving['act'], change: Partial<SharedBrand>, verb: string) => () =>
    void whileDone(share, change, () =>
      give(
        { act: kind, licenseId: share.licenseId, brandId: share.brand.id, id: share.id, name: share.brand.name },
        `${verb} ${share.brand.name}`,
      ),
    );
  const hide = (share: SharedBrand) =>
    whileDone(share, { enabled: false }, async () => {
      const { ok } = await disable.run({ params: { id: share.id } });
      if (!ok) return;
      await reread();
      showSnack({ status: 'success', message: `${share.brand.name} disabled.` });
    });

  const held = (share: SharedBrand): MenuEntry[] => {
    const end: MenuEntry = {
      label: 'End sharing',
      tone: 'danger',
      separated: true,
      onSelect: () => setAct({ kind: 'end', share }),
    };
    if (share.status === 'REQUESTED') {
      return [
        { label: 'Share', onSelect: () => setAct({ kind: 'share', share }) },
        { label: 'Refuse', tone: 'danger', separated: true, onSelect: () => setAct({ kind: 'refuse', share }) },
      ];
    }
    if (share.status !== 'SHARED') return [{ label: 'Share again', onSelect: () => setAct({ kind: 'share', share }) }];
    const invite: MenuEntry[] =
      share.owner === null
        ? [
            {
              label: 'Invite its owner',
              onSelect: () => void navigate(`/account/manage/brand-invites?new&brandId=${share.brand.id}`),
            },
          ]
        : [];
    return share.enabled
      ? [{ label: 'Disable', onSelect: () => void hide(share) }, ...invite, end]
      : [{ label: 'Enable', onSelect: giving(share, 'enable', { enabled: true }, 'enable') }, ...invite, end];
  };
  const owned = (share: SharedBrand): MenuEntry[] => {
    if (share.status === 'REQUESTED') {
      return [{ label: 'Withdraw request', tone: 'danger', onSelect: () => setAct({ kind: 'withdraw', share }) }];
    }
    if (share.status === 'SHARED') {
      return [{ label: 'End sharing', tone: 'danger', onSelect: () => setAct({ kind: 'end', share }) }];
    }
    const wait = share.askAgain === null ? {} : { disabled: true, note: `From ${shortDay(share.askAgain)}` };
    return [{ label: 'Ask again', onSelect: giving(share, 'ask', { status: 'REQUESTED' }, 'ask for'), ...wait }];
  };
  const entriesOf = (share: SharedBrand): MenuEntry[] => {
    if (!mayGive || expected.has(share.id)) return [];
    return share.side === 'HOLDER' ? held(share) : owned(share);
  };
  const shown = (rows: readonly SharedBrand[]) =>
    expected.size === 0 ? rows : rows.map((row) => ({ ...row, ...expected.get(row.id) }));
  const dialogs = act && <Dialogs key={act.share.id} {...act} onClose={onClose} onDone={reread} give={give} />;
  return { entriesOf, shown, dialogs, give };
}

const ENDINGS = {
  end: { title: 'End sharing', act: 'End sharing', said: 'is no longer shared.' },
  refuse: { title: 'Refuse to share', act: 'Refuse', said: 'isn’t shared.' },
  withdraw: { title: 'Withdraw the request for', act: 'Withdraw request', said: 'is no longer asked for.' },
} as const;

type DialogProps = Act & { onClose: () => void; onDone: () => Promise<unknown> };

function Dialogs({ kind, give, ...props }: DialogProps & { give: ReturnType<typeof useGive> }) {
  return kind === 'share' ? <ShareAsShown {...props} give={give} /> : <EndShare {...props} kind={kind} />;
}

type SharingProps = { share: SharedBrand; give: ReturnType<typeof useGive>; onClose: () => void };

/** Shares a brand with what its owner will see before one's eyes. */
function ShareAsShown({ share, give, onClose }: SharingProps) {
  const { licenseId, brand, owner } = share;
  const run = () =>
    attempt(() => give({ act: 'share', licenseId, brandId: brand.id, name: brand.name }, `share ${brand.name}`));
  return (
    <Confirm
      title={`Share ${brand.name}${owner ? ` with ${owner.name}` : ''}?`}
      act="Share brand"
      tone="primary"
      run={run}
      onClose={onClose}
      width={720}
    >
      <Can requires={networkPackages.previewShare.requires}>
        <SharePreview kind="share" licenseId={licenseId} brandId={brand.id} />
      </Can>
    </Confirm>
  );
}

/** The outcome of something resumable, as a form takes it. */
export const attempt = async (work: () => Promise<void>) => {
  try {
    await work();
    return { ok: true, value: null } as const;
  } catch (error) {
    return { ok: false, error } as const;
  }
};

function EndShare({ kind, share, onClose, onDone }: Omit<DialogProps, 'kind'> & { kind: keyof typeof ENDINGS }) {
  const { run } = useResourceDelete(shares, { showsErrors: true });
  const { title, act, said } = ENDINGS[kind];
  return (
    <Confirm
      title={`${title} ${share.brand.name}?`}
      act={act}
      run={() => run(share.id)}
      success={`${share.brand.name} ${said}`}
      onDone={onDone}
      onClose={onClose}
    >
      {kind === 'end' ? <Uses share={share} /> : <p>{kind === 'refuse' ? refusing(share) : WITHDRAWING}</p>}
    </Confirm>
  );
}

const refusing = ({ owner, license }: SharedBrand): ReactNode =>
  `${owner?.name ?? 'The owner'} sees nothing at ${license.displayName}, and can ask again in three weeks. You can share it whenever you want.`;
const WITHDRAWING = 'Its receivers no longer see it. You can ask again.';

/** What depends on a share, read before it ends. */
function Uses({ share }: { share: SharedBrand }) {
  const uses = useCallQuery(calls.uses, { params: { id: share.id } }, { staleTime: 0 });
  return (
    <QueryState query={uses}>
      {(found) => endingSays(found, share).map((sentence) => <p key={sentence}>{sentence}</p>)}
    </QueryState>
  );
}
