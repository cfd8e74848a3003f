export { ComingSoonScreen as BranchSupportScreen } from './ComingSoonScreen'
