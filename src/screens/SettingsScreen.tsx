export { ComingSoonScreen as SettingsScreen } from './ComingSoonScreen'
