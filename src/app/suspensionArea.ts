// For a session whose profile the server withholds, and for a device that it does not know.
export { ConfirmDeviceScreen } from '@/screens/ConfirmDeviceScreen'
export { WithheldProfile } from './WithheldProfile'
