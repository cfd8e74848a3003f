export { ComingSoonScreen as ChatScreen } from './ComingSoonScreen'
