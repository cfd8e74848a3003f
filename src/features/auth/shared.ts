export { enterPin, signIn } from './mutations'
