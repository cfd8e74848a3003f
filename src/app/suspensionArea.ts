// For a session whose profile the server withholds.
export { WithheldProfile } from './WithheldProfile'
