import { priceSchedules, productPrices } from '../../domain/pricing/contract';
import { implement } from '../implement';
import { previewSchedule } from './preview-schedule';
import { getProductPrices } from './product-prices';
import { listSchedules, loadSchedule } from './read-schedules';
import { listLines, matchProducts } from './rule-choices';
import { addScheduleRule, createSchedule, removeSchedule, setScheduleCustomers, updateSchedule } from './save-schedule';

export const pricingRoutes = [
  implement(priceSchedules)({
    list: listSchedules,
    lines: listLines,
    match: matchProducts,
    get: (ctx, { params }) => loadSchedule(ctx, params.id),
    create: createSchedule,
    update: updateSchedule,
    setCustomers: setScheduleCustomers,
    addRule: addScheduleRule,
    remove: removeSchedule,
    preview: previewSchedule,
  }),
  implement(productPrices)({ get: getProductPrices }),
];
