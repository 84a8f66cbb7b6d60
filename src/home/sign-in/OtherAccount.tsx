import { signIn } from '../../providers/session/auth';
import { reportError } from '../../providers/snackbar';
import { Button } from '../../ui/Button';

/** Signs in as somebody else than who is signed in at the provider. */
export function OtherAccount({ returnTo }: { returnTo: string | null }) {
  return (
    <Button onClick={() => signIn({ returnTo, asOther: true }).catch((error: unknown) => reportError(error))}>
      Use another account
    </Button>
  );
}
