export { enterPin, noteActivity, signIn, touchSession } from './mutations'
