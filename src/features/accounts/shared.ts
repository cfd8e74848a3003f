export { Balance } from './Balance'
