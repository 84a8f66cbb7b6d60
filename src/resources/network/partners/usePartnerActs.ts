import type { CallInput } from '../../../../domain/contract/endpoint';
import { partners as calls, type Partner } from '../../../../domain/network/partners-contract';
import { useCall } from '../../../providers/refine/use-call';
import { useResumable } from '../../../providers/session/resume';
import { showSnack } from '../../../providers/snackbar';

type Body<K extends 'grant' | 'request' | 'accept' | 'update'> = CallInput<(typeof calls)[K]>['body'];
type Answer<K extends 'accept' | 'update'> = { partner: Pick<Partner, 'id' | 'brand' | 'partner'>; body: Body<K> };

/** What takes the plan: each is done after an upgrade where the plan lacks it. */
export function usePartnerActs() {
  const [granting, asking, accepting, changing] = [
    useCall(calls.grant, { showsErrors: true }),
    useCall(calls.request, { showsErrors: true }),
    useCall(calls.accept, { showsErrors: true }),
    useCall(calls.update, { showsErrors: true }),
  ];
  const grant = useResumable('partners.grant', async (body: Body<'grant'>, options) => {
    const result = await granting.run({ body }, options);
    if (!result.ok) throw result.error;
    const { partner, brand } = result.value;
    showSnack({ status: 'success', message: `${partner.name} can work with ${brand.name}.` });
  });
  const request = useResumable('partners.request', async (body: Body<'request'>, options) => {
    const result = await asking.run({ body }, options);
    if (!result.ok) throw result.error;
    showSnack({ status: 'success', message: `We asked ${result.value.owner.name}. They have 14 days to answer.` });
  });
  const accept = useResumable('partners.accept', async ({ partner, body }: Answer<'accept'>, options) => {
    const result = await accepting.run({ params: { id: partner.id }, body }, options);
    if (!result.ok) throw result.error;
    showSnack({ status: 'success', message: `${partner.partner.name} can work with ${partner.brand.name}.` });
  });
  const change = useResumable('partners.change', async ({ partner, body }: Answer<'update'>, options) => {
    const result = await changing.run({ params: { id: partner.id }, body }, options);
    if (!result.ok) throw result.error;
    showSnack({ status: 'success', message: `Partner ${partner.partner.name} saved.` });
  });
  return { grant, request, accept, change };
}

export type PartnerActs = ReturnType<typeof usePartnerActs>;
