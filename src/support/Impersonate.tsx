import { useNavigate, useSearchParams } from 'react-router';
import { messageOf } from '../providers/call/call-errors';
import { useResourceList } from '../providers/refine/use-resource';
import { LoadingScreen } from '../shell/errors/LoadingScreen';
import { Button } from '../ui/Button';
import { PageFrame } from '../ui/PageFrame';
import { EmptyState, ErrorState } from '../ui/states';
import { ReasonDialog } from './ReasonDialog';
import { supportedUsers } from './resource';

/** A link to act for one person by email, as in a ticket: asks for the reason right away. */
export default function Impersonate() {
  const navigate = useNavigate();
  const email = useSearchParams()[0].get('email') ?? '';
  const filters = { searchTerm: email };
  const { query: found, result } = useResourceList(supportedUsers, { filters, enabled: email !== '' });
  const user = result.data.find((one) => one.email.toLowerCase() === email.toLowerCase());
  const toConsole = () => void navigate('/support', { replace: true });

  if (email !== '' && found.isPending) return <LoadingScreen />;
  return (
    <PageFrame title="Act for someone">
      {found.isError && <ErrorState message={messageOf(found.error)} onRetry={() => void found.refetch()} />}
      {!user && !found.isError && (
        <EmptyState
          icon="user"
          title={email ? `No one has the email ${email}` : 'No person given'}
          hint="Find the person in the support console."
          action={<Button onClick={toConsole}>Go to the support console</Button>}
        />
      )}
      {user && <ReasonDialog user={user} onClose={toConsole} />}
    </PageFrame>
  );
}
