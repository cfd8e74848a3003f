export { ComingSoonScreen as MoreScreen } from './ComingSoonScreen'
