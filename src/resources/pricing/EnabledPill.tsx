import { Pill } from '../../ui/Pill';

/** Whether a price schedule applies. */
export function EnabledPill({ enabled }: { enabled: boolean }) {
  return enabled ? <Pill tone="positive">On</Pill> : <Pill mark="slash">Off</Pill>;
}
