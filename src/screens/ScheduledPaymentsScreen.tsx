export { ComingSoonScreen as ScheduledPaymentsScreen } from './ComingSoonScreen'
