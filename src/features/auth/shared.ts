export { signIn } from './mutations'
