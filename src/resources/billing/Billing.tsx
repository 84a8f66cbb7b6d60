import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PaidFeatureSlugSchema } from '../../../domain/access/plans';
import { billing as calls } from '../../../domain/billing/contract';
import type { SubscriptionDuration, SubscriptionTier } from '../../../domain/billing/subscription';
import { useCan } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { messageOf } from '../../providers/call/call-errors';
import { useResourceOne } from '../../providers/refine/use-resource';
import { useSession } from '../../providers/session';
import { PageFrame } from '../../ui/PageFrame';
import { ErrorState, Skeleton } from '../../ui/states';
import css from './billing.module.css';
import { CurrentPlan } from './CurrentPlan';
import { HeldNote } from './HeldNote';
import { ComparePlans } from './plans/ComparePlans';
import { ReturnNote } from './ReturnNote';
import { subscriptions } from './resource';
import { useHostedPages } from './useHostedPages';
import { useReturn } from './useReturn';

/** The organization's plan and payments, with links to change them. */
export default function Billing() {
  const [parameters] = useSearchParams();
  const whyNot = useCan().whyNot(calls.checkout.requires);
  const { query: standing, result: data } = useResourceOne(subscriptions, useSession().scope?.orgId);
  const back = useReturn();
  const pages = useHostedPages();
  const [duration, setDuration] = useState<SubscriptionDuration | null>(null);
  const wanted = PaidFeatureSlugSchema.safeParse(parameters.get('for')).data ?? null;
  const term = duration ?? data?.subscription?.duration ?? 'MONTHLY';
  const isDisabled = whyNot !== null || pages.leavingFor !== null;
  return (
    <PageFrame title="Billing" busy={standing.isFetching} actions={whyNot && <WhyNot reason={whyNot} />}>
      <div className={css.page}>
        <ReturnNote back={back} />
        <HeldNote />
        {data ? (
          <>
            <CurrentPlan {...data} pages={pages} isDisabled={isDisabled} />
            <ComparePlans
              {...data}
              wanted={wanted}
              duration={term}
              onDuration={setDuration}
              isDisabled={isDisabled}
              leavingFor={pages.leavingFor}
              onBuy={(tier: SubscriptionTier) => pages.buy(tier, term)}
            />
          </>
        ) : standing.isError ? (
          <ErrorState message={messageOf(standing.error)} onRetry={() => void standing.refetch()} />
        ) : (
          <>
            <Skeleton height="112px" />
            <Skeleton height="420px" />
          </>
        )}
      </div>
    </PageFrame>
  );
}
