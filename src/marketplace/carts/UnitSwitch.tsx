import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { marketSettings } from '../../../domain/directory/home-contract';
import { callKey, useCall, useCallQuery } from '../../providers/refine/use-call';
import { Checkbox } from '../../ui/Field';
import { keepShowsUnits, useShowsUnits } from './shows-units';

/** Switches case-sold products to units and back, for this person on any device. */
export function UnitSwitch() {
  const client = useQueryClient();
  const showsUnits = useShowsUnits();
  const { data } = useCallQuery(marketSettings.get, {});
  const { run } = useCall(marketSettings.save);
  const kept = data?.showsUnits;
  useEffect(() => {
    if (kept !== undefined) keepShowsUnits(kept);
  }, [kept]);
  const choose = async (chosen: boolean) => {
    keepShowsUnits(chosen);
    client.setQueryData(callKey(marketSettings.get, {}), { showsUnits: chosen });
    const done = await run({ body: { showsUnits: chosen } });
    if (!done.ok) void client.invalidateQueries({ queryKey: callKey(marketSettings.get) });
  };
  return (
    <Checkbox
      label="Show cases in units"
      checked={showsUnits}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}
