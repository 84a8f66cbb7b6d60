import { endingSentences } from '../../../../domain/network/ending';
import { partners as calls, type Partner } from '../../../../domain/network/partners-contract';
import { QueryState } from '../../../kit/form/QueryState';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import css from '../network.module.css';

type EndProps = { partner: Partner; onClose: () => void };

/** Refuses or withdraws a request, or ends a partnership, saying first what depends on it. */
export function EndPartner({ partner: shown, onClose }: EndProps) {
  const { id, side, status, brand, owner, partner } = shown;
  const { run } = useCall(calls.remove, { showsErrors: true });
  const takeBack = () => run({ params: { id }, query: { status: status === 'REQUESTED' ? 'REQUESTED' : 'ACCEPTED' } });
  if (status === 'REQUESTED') {
    return side === 'OWNER' ? (
      <Confirm
        title={`Refuse ${partner.name}?`}
        act="Refuse request"
        run={takeBack}
        success={`You refused ${partner.name}.`}
        onClose={onClose}
      >
        <p>They can ask again for {brand.name} in 21 days. You can add them as a partner at any time.</p>
      </Confirm>
    ) : (
      <Confirm
        title={`Withdraw your request for ${brand.name}?`}
        act="Withdraw request"
        run={takeBack}
        success={`Request for ${brand.name} withdrawn.`}
        onClose={onClose}
      >
        <p>{owner.name} no longer sees it.</p>
      </Confirm>
    );
  }
  const other = side === 'OWNER' ? partner.name : owner.name;
  return (
    <Confirm
      title={`End working with ${other}?`}
      act="End partnership"
      run={takeBack}
      success={`The partnership for ${brand.name} has ended.`}
      onClose={onClose}
    >
      <p>
        {side === 'OWNER'
          ? `They can’t assign more items to ${brand.name}, and no longer see your packages.`
          : `You can’t assign more items to ${brand.name}, and no longer see their packages.`}
      </p>
      <Ending partner={shown} />
    </Confirm>
  );
}

function Ending({ partner: { id, side, brand, partner } }: { partner: Partner }) {
  const query = useCallQuery(calls.ending, { params: { id } }, { topics: ['network'] });
  return (
    <QueryState query={query} failure="Couldn’t find out what depends on it.">
      {(ending) => {
        const names = { brandName: brand.name, partnerName: partner.name, isOwner: side === 'OWNER' };
        const said = endingSentences(ending, names);
        if (said.length === 0) return <p>Nothing else depends on it.</p>;
        return (
          <ul className={css.ending} aria-label="What depends on it">
            {said.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        );
      }}
    </QueryState>
  );
}
