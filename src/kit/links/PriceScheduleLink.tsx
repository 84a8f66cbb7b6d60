import { Link } from 'react-router';

export const PRICING = '/inventory/pricing';
export const pathOfSchedule = ({ id }: { id: number }) => `${PRICING}/price-schedules/${id}`;

/** A price schedule by name. */
export function PriceScheduleLink({ schedule }: { schedule: { id: number; name: string } }) {
  return <Link to={pathOfSchedule(schedule)}>{schedule.name}</Link>;
}
