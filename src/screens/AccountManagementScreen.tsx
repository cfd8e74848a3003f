export { ComingSoonScreen as AccountManagementScreen } from './ComingSoonScreen'
