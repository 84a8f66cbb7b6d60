import { customerStatuses, customers } from '../../domain/customers/contract';
import { implement } from '../http/implement';
import { getCustomer } from './get-customer';
