// For a session whose profile the server withholds, and for a device that it does not know.
export { DeviceCheckScreen } from '@/screens/DeviceCheckScreen'
export { WithheldProfile } from './WithheldProfile'
