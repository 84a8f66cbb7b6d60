import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { read } from '../../../domain/access/ability';
import { readId } from '../../../domain/contract/endpoint';
import { ListLinks } from '../../kit/list';
import { useSession } from '../../providers/session';
import { PageFrame } from '../../ui/PageFrame';
import { EmptyState } from '../../ui/states';

const SCREENS = [
  { at: 'problems', label: 'Not sent', requires: read('ORDER_PAYMENTS') },
  { at: 'customers', label: 'Customers', requires: read('EDIT_ORGANIZATION') },
  { at: 'products', label: 'Products', requires: read('EDIT_ORGANIZATION') },
  { at: 'audit', label: 'Compare', requires: read('ORDER_PAYMENTS') },
  { at: 'changes', label: 'Changes', requires: read('ORDER_PAYMENTS') },
] as const;

type BooksFrameProps = {
  title: string;
  at: (typeof SCREENS)[number]['at'];
  actions?: ReactNode;
  children: (companyId: number) => ReactNode;
};

/** The frame of a screen about a company's books, with links to the others. */
export function BooksFrame({ title, at, actions, children }: BooksFrameProps) {
  const companyId = readId(useParams().companyId);
  const { organization } = useSession();
  const company = organization?.companies.find((one) => one.companyId === companyId);
  const links = SCREENS.filter((one) => one.at !== at).map(({ at: to, label, requires }) => ({
    to: `/account/integrations/accounting/${companyId}/${to}`,
    label,
    requires,
  }));
  return (
    <PageFrame
      title={title}
      aside={<span className="v-hint">{company?.name ?? ''}</span>}
      actions={
        <>
          <ListLinks links={links} />
          {actions}
        </>
      }
    >
      {companyId === null || company === undefined ? (
        <EmptyState
          title="No such company"
          hint="It may belong to another organization. Choose one under Integrations."
        />
      ) : (
        children(companyId)
      )}
    </PageFrame>
  );
}
