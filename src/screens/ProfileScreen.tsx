export { ComingSoonScreen as ProfileScreen } from './ComingSoonScreen'
