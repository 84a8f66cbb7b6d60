import { Navigate } from 'react-router';
import { useAppNavigation } from '../../../shell/navigation/useAppNavigation';
import { PageFrame } from '../../../ui/PageFrame';
import { EmptyState } from '../../../ui/states';

/** Leads to the first part of the organization the reader may open. */
export default function Account() {
  const [first] = useAppNavigation().find(({ id }) => id === 'account')?.items ?? [];
  if (first) return <Navigate replace to={first.path} />;
  return (
    <PageFrame title="Organization">
      <EmptyState
        icon="lock"
        title="Nothing here for your role"
        hint="Ask someone who manages roles if you need to see your organization’s settings."
      />
    </PageFrame>
  );
}
