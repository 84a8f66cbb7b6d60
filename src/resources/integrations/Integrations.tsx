import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Requirement, withoutPlan } from '../../../domain/access/ability';
import type { Part } from '../../../domain/parts';
import { Can, useCan } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { isOffered } from '../../providers/settings';
import { PageFrame } from '../../ui/PageFrame';
import { CompaniesBooks } from './accounting/CompaniesBooks';
import css from './integrations.module.css';
import { companyBooks, licenseSyncs, wholesaleSyncs } from './resource';
import { TrackingLicenses } from './tracking/TrackingLicenses';
import { WEBHOOKS } from './webhooks/paths';
import { endpoints } from './webhooks/resource';
import { WholesaleStates } from './wholesale/WholesaleStates';

/** The organization's connections and their status. */
export default function Integrations() {
  return (
    <PageFrame title="Integrations">
      <div className={css.sections}>
        <Section
          part="tracking"
          id="tracking-system"
          title="Tracking system"
          about="We sync each license with the state’s seed-to-sale system, using the key of someone with access to it."
          reads={licenseSyncs.requires}
          writes={withoutPlan(licenseSyncs.create.requires)}
        >
          {(mayChange) => <TrackingLicenses mayChange={mayChange} />}
        </Section>
        <Section
          part="wholesale"
          id="wholesale-marketplace"
          title="Wholesale marketplace"
          about="Its orders come in by themselves, our changes go back, and stock is kept in step. Use a key that can change orders."
          reads={wholesaleSyncs.requires}
          writes={withoutPlan(wholesaleSyncs.create.requires)}
        >
          {(mayChange) => <WholesaleStates mayChange={mayChange} />}
        </Section>
        <Section
          part="accounting"
          id="accounting"
          title="Accounting"
          about="We send invoices and payments to each company’s books, and tell you what changes there."
          reads={companyBooks.requires}
          writes={withoutPlan(companyBooks.update.requires)}
        >
          {(mayChange) => <CompaniesBooks mayChange={mayChange} />}
        </Section>
        <Section
          id="webhooks"
          title="Webhooks"
          about="We tell your own programs when something happens here, such as a new order."
          reads={endpoints.requires}
          writes={endpoints.create.requires}
        >
          {(mayChange) => (
            <p>
              <Link to={WEBHOOKS}>{mayChange ? 'Set up webhooks' : 'See the webhooks'}</Link>
            </p>
          )}
        </Section>
      </div>
    </PageFrame>
  );
}

type SectionProps = {
  /** Left out where this is switched off. */
  part?: Part;
  id: string;
  title: string;
  about: string;
  reads: Requirement;
  writes: Requirement;
  children: (mayChange: boolean) => ReactNode;
};

function Section({ part, id, title, about, reads, writes, children }: SectionProps) {
  const { whyNot } = useCan();
  const reason = whyNot(writes);
  if (part && !isOffered(part)) return null;
  return (
    <section className={css.section} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {whyNot(reads) === null && reason && <WhyNot reason={reason} />}
      </header>
      <p className={css.note}>{about}</p>
      <Can requires={reads} otherwise={(whyNotRead) => <p className={css.note}>{whyNotRead}</p>}>
        {children(reason === null)}
      </Can>
    </section>
  );
}
