import { userPictures } from '../../../domain/files/contract';
import { nameOf } from '../../../domain/session/account';
import { PictureField } from '../../kit/form/controls/PictureField';
import { useSession } from '../../providers/session';
import { userChanged } from '../../providers/session/session-store';
import { Avatar } from '../../ui/Avatar';
import { Icon } from '../../ui/Icon';

/** The person's picture and the cover behind it, as colleagues and trading partners see them. */
export function Pictures() {
  const { user } = useSession();
  const params = { id: user.id };
  const name = nameOf(user);
  return (
    <>
      <PictureField
        label="Your picture"
        calls={userPictures}
        input={{ params, query: { kind: 'profile' } }}
        uri={user.profileImageUri}
        shape="round"
        empty={<Avatar name={name} uri={null} size={94} />}
        removed="People see your initials instead."
        onChanged={(pictures) => userChanged({ ...user, ...pictures })}
      />
      <PictureField
        label="Your cover"
        calls={userPictures}
        input={{ params, query: { kind: 'cover' } }}
        uri={user.coverImageUri}
        shape="wide"
        empty={<Icon name="leaf" />}
        removed="Your picture stays. Its background is plain again."
        onChanged={(pictures) => userChanged({ ...user, ...pictures })}
      />
    </>
  );
}
