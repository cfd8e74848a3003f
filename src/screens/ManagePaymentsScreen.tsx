export { ComingSoonScreen as ManagePaymentsScreen } from './ComingSoonScreen'
