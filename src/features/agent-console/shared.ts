export { CustomerHead } from './CustomerHead'
